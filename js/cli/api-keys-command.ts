import { SCOPES } from '../worker/api-keys/key-format.ts';
import { runApiKeys } from './api-keys.ts';
import { DEFAULT_STORAGE } from './api-keys-local.ts';
import type { Command } from './framework/command.ts';
import { print } from './framework/context.ts';

/** Parses for itself, because it is also a program of its own. */
export const apiKeys: Command = {
  name: 'api-keys',
  summary: 'makes, lists and revokes API keys of the cache service',
  usage: ['create [options]', 'list', 'revoke <id>'],
  details: [
    'Works on the storage of a local service and prints the wrangler command that does the same',
    'to a deployment (docs/service.md).',
  ],
  words: ['create', 'list', 'revoke'],
  options: {
    class: {
      type: 'string',
      value: 'class',
      choices: SCOPES,
      help: `${SCOPES.join(', ')}; default live`,
    },
    tenant: { type: 'string', value: 'name', help: 'whose entries the key opens; default default' },
    label: { type: 'string', value: 'text', help: 'for people' },
    storage: { type: 'string', value: 'folder', help: `default ${DEFAULT_STORAGE}` },
    remote: { type: 'boolean', help: 'only print the wrangler command' },
  },
  run: (args, context) => runApiKeys(args, (line) => print(context, line)),
};
