import type { Command } from '../framework/command.ts';
import { kindOfValue } from './kind.ts';

/** A script for bash 4 or newer: `source <(sealcache completion bash)`. */
export function bashScript(commands: readonly Command[]): string {
  const names = commands.map(({ name }) => name);
  return [
    '_sealcache() {',
    `  local current=${word('COMP_CWORD')} before=${word('COMP_CWORD-1')} command=${word('1')}`,
    '  COMPREPLY=()',
    '  if (( COMP_CWORD == 1 )); then',
    `    COMPREPLY=($(compgen -W "${[...names, 'help', '--help', '--version'].join(' ')}" -- "$current"))`,
    '    return',
    '  fi',
    '  case "$command $before" in',
    ...commands.flatMap(valueCases),
    `    "help "*) COMPREPLY=($(compgen -W "${names.join(' ')}" -- "$current")); return ;;`,
    '  esac',
    '  case $command in',
    ...commands.map(optionCase),
    '  esac',
    '}',
    // Without a word of ours, files.
    'complete -o default -F _sealcache sealcache',
  ].join('\n');
}

function word(index: string): string {
  return `\${COMP_WORDS[${index}]}`;
}

function valueCases({ name, options }: Command): readonly string[] {
  return Object.entries(options).flatMap(([option, told]) => {
    if (told.type === 'boolean') return [];
    const pattern = `    "${name} --${option}")`;
    if (told.choices !== undefined) {
      return [
        `${pattern} COMPREPLY=($(compgen -W "${told.choices.join(' ')}" -- "$current")); return ;;`,
      ];
    }
    const kind = kindOfValue(told);
    if (kind === 'folder') return [`${pattern} COMPREPLY=($(compgen -d -- "$current")); return ;;`];
    return kind === 'file' ? [`${pattern} return ;;`] : [`${pattern} COMPREPLY=(""); return ;;`];
  });
}

function optionCase({ name, options, words }: Command): string {
  const offered = [
    ...(words ?? []),
    ...Object.keys(options).map((option) => `--${option}`),
    '--help',
  ];
  return `    ${name}) COMPREPLY=($(compgen -W "${offered.join(' ')}" -- "$current")) ;;`;
}
