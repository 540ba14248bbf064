import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { EncryptionManagerBase } from '../../../js/core/encryption-manager.ts';
import { NativeCore } from '../../../js/core/native-core.ts';
import { EncryptionManager, generateKey } from '../../../js/node.ts';
import { loadAddon } from '../../helpers/native-hooks.ts';
import { managerSuite } from '../../suites/manager-suite.ts';

const core = new NativeCore(loadAddon());

managerSuite('native core', (...keys) => new EncryptionManagerBase(() => core, ...keys));

test('inspecting a manager shows no key', async () => {
  const masterKey = generateKey();
  const manager = new EncryptionManager(masterKey);
  const shown = [inspect(manager, { depth: 10, showHidden: true })];
  await manager.prepare();
  shown.push(inspect(manager, { depth: 10, showHidden: true }), JSON.stringify(manager));
  for (const text of shown) expect(text).not.toContain(masterKey);
});
