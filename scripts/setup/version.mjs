/** The first dotted number in a tool's answer, or `null`. */
export function versionIn(text) {
  return text.match(/\d+(?:\.\d+)+/)?.[0] ?? null;
}

export function atLeast(version, minimum) {
  const found = version.split('.').map(Number);
  for (const [index, wanted] of minimum.split('.').map(Number).entries()) {
    const part = found[index] ?? 0;
    if (part !== wanted) return part > wanted;
  }
  return true;
}
