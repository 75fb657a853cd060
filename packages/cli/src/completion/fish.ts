import { type CompletedCommand, wordTree } from './words.ts';

/** The script that makes fish (from 3.0 on) complete the command. */
export function fishCompletion(commands: readonly CompletedCommand[]): string {
  const { first, second } = wordTree(commands);
  const groups = [...second].flatMap(([word, next]) => choices(`__hookwell_typed ${word}`, next));
  return `# Completion of hookwell for fish: hookwell completion fish | source

# Whether exactly these words stand before the typed one.
function __hookwell_typed
    set -l words (commandline -opc)
    set -e words[1]
    test "$words" = "$argv"
end

# Whether the command is the one of these words.
function __hookwell_runs
    set -l words (commandline -opc)
    set -e words[1]
    set -l length (count $argv)
    test (count $words) -ge $length
    and test "$words[1..$length]" = "$argv"
end

complete -c hookwell -f
complete -c hookwell -n __hookwell_typed -l help -d 'Show the commands.'
complete -c hookwell -n __hookwell_typed -l version -d 'Show the version.'
${[...choices('__hookwell_typed', first), ...groups, ...commands.flatMap(ofCommand)].join('\n')}
`;
}

function choices(condition: string, words: ReadonlyMap<string, string>): string[] {
  return [...words].map(([word, text]) => `${start(condition)} -a ${word} -d ${quoted(text)}`);
}

function ofCommand({ name, options, operands }: CompletedCommand): string[] {
  const begin = start(`__hookwell_runs ${name}`);
  return [
    ...options.map(({ name: option, value, description }) => {
      const text = `${begin} -l ${option} -d ${quoted(description)}`;
      if (value === undefined) return text;
      if (value.kind === 'words') return `${text} -x -a ${quoted(value.words.join(' '))}`;
      return value.kind === 'files' ? `${text} -r -F` : `${text} -x`;
    }),
    ...operands.flatMap((operand) => {
      if (operand.kind === 'words') return [`${begin} -a ${quoted(operand.words.join(' '))}`];
      return operand.kind === 'files' ? [`${begin} -F`] : [];
    }),
  ];
}

function start(condition: string): string {
  return `complete -c hookwell -n ${quoted(condition)}`;
}

function quoted(text: string): string {
  return `'${text.replace(/['\\]/g, '\\$&')}'`;
}
