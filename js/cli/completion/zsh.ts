import type { Command } from '../framework/command.ts';
import type { Option } from '../framework/options.ts';
import { kindOfValue } from './kind.ts';

/** A script for zsh: in a folder of `$fpath` as `_sealcache`, or `source <(sealcache completion zsh)`. */
export function zshScript(commands: readonly Command[]): string {
  return [
    '#compdef sealcache',
    '_sealcache() {',
    '  local -a commands',
    '  commands=(',
    ...commands.map(
      ({ name, summary }) => `    ${quoted(`${name}:${summary.replaceAll(':', '\\:')}`)}`,
    ),
    '  )',
    '  if (( CURRENT == 2 )); then',
    "    _describe 'command' commands",
    "    _arguments '--help' '--version'",
    '    return',
    '  fi',
    '  local command=$words[2]',
    '  shift words',
    '  (( CURRENT-- ))',
    '  case $command in',
    "    help) _describe 'command' commands ;;",
    ...commands.map(argumentsOf),
    '  esac',
    '}',
    'if [ "$funcstack[1]" = "_sealcache" ]; then _sealcache "$@"; else compdef _sealcache sealcache; fi',
  ].join('\n');
}

function argumentsOf({ name, options, words }: Command): string {
  const specs = Object.entries(options).map(([option, told]) => quoted(specOf(option, told)));
  const rest =
    words === undefined ? quoted('*:file:_files') : quoted(`*:word:(${words.join(' ')})`);
  return `    ${name}) _arguments ${[...specs, quoted('--help[show help]'), rest].join(' ')} ;;`;
}

function specOf(name: string, option: Option): string {
  const help = option.help.replace(/[[\]:\\]/g, '\\$&');
  if (option.type === 'boolean') return `--${name}[${help}]`;
  const many = option.multiple === true ? '*' : '';
  const action =
    option.choices === undefined ? ACTIONS[kindOfValue(option)] : `(${option.choices.join(' ')})`;
  return `${many}--${name}=[${help}]:${option.value}:${action}`;
}

const ACTIONS = { file: '_files', folder: '_files -/', other: ' ' } as const;

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
