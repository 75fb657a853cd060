import { type Candidates, type CompletedCommand, type CompletedOption, wordTree } from './words.ts';

/** The script that makes zsh complete the command: sourced, or as a file `_hookwell` in the fpath. */
export function zshCompletion(commands: readonly CompletedCommand[]): string {
  const { first, second } = wordTree(commands);
  return `#compdef hookwell
# Completion of hookwell for zsh: source <(hookwell completion zsh)
_hookwell() {
  local curcontext="$curcontext" command length
  local -a choices
  if (( CURRENT == 2 )); then
    choices=(
${described(first)}
    )
    _describe -t commands command choices
    return
  fi
  command=$words[2] length=1
  case $words[2] in
${[...second].map(groupCase).join('\n')}
  esac
  # _arguments reads the words after the command's name.
  words=("\${(@)words[length + 1,-1]}")
  (( CURRENT -= length ))
  case $command in
${commands.map(commandCase).join('\n')}
  esac
}

if [[ $funcstack[1] == _hookwell ]]; then
  _hookwell "$@"
else
  compdef _hookwell hookwell
fi
`;
}

function groupCase([word, next]: [string, ReadonlyMap<string, string>]): string {
  return `    (${word})
      if (( CURRENT == 3 )); then
        choices=(
${described(next, '          ')}
        )
        _describe -t commands '${word} command' choices
        return
      fi
      command="$words[2] $words[3]" length=2
      ;;`;
}

function commandCase({ name, options, operands }: CompletedCommand): string {
  const specifications = [
    ...options.map(optionSpecification),
    ...operands.map(({ placeholder, isRepeatable, ...candidates }, index) => {
      const position = isRepeatable ? '*' : String(index + 1);
      return quoted(`${position}:${placeholder}:${action(candidates)}`);
    }),
  ];
  const lines = specifications.map((specification) => `        ${specification}`);
  return `    (${quoted(name)})\n      _arguments -S : \\\n${lines.join(' \\\n')}\n      ;;`;
}

function optionSpecification(option: CompletedOption): string {
  const { name, value, placeholder, description, isRepeatable } = option;
  const repeat = isRepeatable ? '*' : '';
  const text = description.replace(/[[\]\\:]/g, '\\$&');
  if (value === undefined) return quoted(`${repeat}--${name}[${text}]`);
  return quoted(`${repeat}--${name}=[${text}]:${placeholder}:${action(value)}`);
}

function action(value: Candidates): string {
  if (value.kind === 'words') return `(${value.words.join(' ').replaceAll(':', '\\:')})`;
  // One space completes nothing, but shows the name.
  return value.kind === 'files' ? '_files' : ' ';
}

function described(words: ReadonlyMap<string, string>, margin = '      '): string {
  return [...words].map(([word, text]) => `${margin}${quoted(`${word}:${text}`)}`).join('\n');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
