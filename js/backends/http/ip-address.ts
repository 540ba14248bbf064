/** Which addresses are no public ones, of hosts as `URL` writes them: it knows every notation. */

/** First address and length of the prefix, from the IANA registry of special-purpose addresses. */
const SPECIAL_IPV4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8], // this network
  ['10.0.0.0', 8], // private
  ['100.64.0.0', 10], // shared by the customers of a provider
  ['127.0.0.0', 8], // loopback
  ['169.254.0.0', 16], // link-local; cloud metadata
  ['172.16.0.0', 12], // private
  ['192.0.0.0', 24], // protocol assignments
  ['192.168.0.0', 16], // private
  ['198.18.0.0', 15], // benchmarks
  ['224.0.0.0', 4], // multicast
  ['240.0.0.0', 4], // reserved, broadcast
];

/** Whether `host` is a dotted quad of the public internet. */
export function isPublicIPv4(host: string): boolean {
  const address = ipv4Number(host);
  if (address === null) return false;
  return !SPECIAL_IPV4.some(([first, length]) => {
    const size = 2 ** (32 - length);
    const start = ipv4Number(first) ?? 0;
    return address >= start && address < start + size;
  });
}

/**
 * Whether `host`, without its brackets, is a global unicast address that carries no IPv4 address
 * inside. Loopback, mapped, translated, unique-local, link-local and multicast ones are outside of
 * 2000::/3; Teredo and its like are in 2001::/23, 6to4 in 2002::/16.
 */
export function isPublicIPv6(host: string): boolean {
  const [first = 0, second = 0] = ipv6Groups(host);
  if (first < 0x2000 || first > 0x3fff) return false;
  return first !== 0x2002 && !(first === 0x2001 && second < 0x200);
}

export function isLoopbackIPv4(host: string): boolean {
  return ipv4Number(host) !== null && host.startsWith('127.');
}

function ipv4Number(host: string): number | null {
  if (!/^\d{1,3}(\.\d{1,3}){3}$/.test(host)) return null;
  return host.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
}

/** The groups before `::`; what it stands for is zero. */
function ipv6Groups(host: string): number[] {
  const [head = ''] = host.split('::');
  return head === '' ? [] : head.split(':').map((group) => Number.parseInt(group, 16));
}
