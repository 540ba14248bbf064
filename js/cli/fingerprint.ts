import { EncryptionManager } from '../node.ts';
import { UsageError } from './framework/cli-error.ts';
import { command } from './framework/command.ts';
import { print } from './framework/context.ts';
import { EXIT } from './framework/exit-codes.ts';
import { KEY_OPTIONS, masterKey, TENANT_OPTION } from './key-options.ts';

export const fingerprint = command({
  name: 'fingerprint',
  summary: "prints the public name of a tenant's key, 32 hex digits",
  usage: ['--tenant <id>'],
  details: [
    'Two places have the same key for a tenant when their fingerprints are equal (PROTOCOL §6.3).',
  ],
  options: { ...TENANT_OPTION, ...KEY_OPTIONS },
  most: 0,
  async run(given, context) {
    const tenant = given.text('tenant');
    if (tenant === undefined)
      throw new UsageError('give --tenant; caches without one have "default"');
    const place = { variable: given.text('key-env'), descriptor: given.text('key-fd') };
    print(context, await fingerprintOf(await masterKey(place, context), tenant));
    return EXIT.ok;
  },
});

/** @param key 64 hex digits */
export async function fingerprintOf(key: string, tenant: string): Promise<string> {
  const manager = new EncryptionManager(key, tenant);
  try {
    await manager.prepare();
    return manager.getKeyFingerprint() ?? '';
  } finally {
    manager.dispose();
  }
}
