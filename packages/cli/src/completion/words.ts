import type { Command, Operand, Option } from '../command-line/command.ts';

/** The words that a shell completes a value with. */
export type Candidates =
  | { kind: 'words'; words: readonly string[] }
  | { kind: 'files' | 'nothing' };

export interface CompletedOption {
  name: string;
  /** The candidates for its value; `undefined` for a flag. */
  value: Candidates | undefined;
  placeholder: string;
  description: string;
  isRepeatable: boolean;
}

export interface CompletedCommand {
  name: string;
  summary: string;
  options: readonly CompletedOption[];
  operands: readonly (Candidates & { placeholder: string; isRepeatable: boolean })[];
}

/** First words, and second words by first word, each with its description. */
export interface WordTree {
  first: ReadonlyMap<string, string>;
  second: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

/** The commands, in the form that the scripts of the shells need. */
export async function completedCommands(commands: readonly Command[]): Promise<CompletedCommand[]> {
  return await Promise.all(
    commands.map(async ({ name, summary, options, operands }) => ({
      name,
      summary,
      options: [
        ...(await Promise.all(Object.entries(options).map(completedOption))),
        {
          name: 'help',
          value: undefined,
          placeholder: '',
          description: 'Show this help.',
          isRepeatable: false,
        },
      ],
      operands: Object.values(operands).map((operand) => ({
        ...candidates(operand, operand.oneOf),
        placeholder: operand.placeholder,
        isRepeatable: operand.repeatable === true,
      })),
    })),
  );
}

async function completedOption([name, option]: [string, Option]): Promise<CompletedOption> {
  const { description } = option;
  if (option.type === 'flag') {
    return { name, value: undefined, placeholder: '', description, isRepeatable: false };
  }
  const isText = option.type === 'text';
  const words = isText ? (option.oneOf ?? (await option.suggestions?.())) : undefined;
  return {
    name,
    value: candidates(isText ? option : { placeholder: option.placeholder }, words),
    placeholder: option.placeholder,
    description,
    isRepeatable: isText && option.repeatable === true,
  };
}

/** Words that need no quotes in any shell. */
const plain = /^[\w@%+./:-]+$/;

function candidates(
  { placeholder }: Pick<Operand, 'placeholder'>,
  words: readonly string[] | undefined,
): Candidates {
  if (words !== undefined)
    return { kind: 'words', words: words.filter((word) => plain.test(word)) };
  return { kind: placeholder === 'FILE' ? 'files' : 'nothing' };
}

export function wordTree(commands: readonly CompletedCommand[]): WordTree {
  const first = new Map<string, string>();
  const second = new Map<string, Map<string, string>>();
  for (const { name, summary } of commands) {
    const [word = '', next] = name.split(' ');
    if (next === undefined) {
      first.set(word, summary);
      continue;
    }
    const group = second.get(word) ?? new Map<string, string>();
    second.set(word, group.set(next, summary));
    first.set(word, `One of ${[...group.keys()].join(', ')}`);
  }
  return { first, second };
}
