import { createReadStream } from 'node:fs';
import type { Interface } from 'node:readline';
import type { ReadStream, WriteStream } from 'node:tty';
import type { Ask, Command, Surroundings } from '../command-line/command.ts';
import { CommandFailure, fileFailure, Interrupted, UsageError } from '../command-line/outcome.ts';

/** Asks on this terminal, and shows nothing of a hidden answer. */
export function askOn(input: ReadStream, output: WriteStream): Ask {
  return async (question, { hidden = false } = {}) => {
    // Loaded here, as few commands ask anything.
    const [{ createInterface }, { PassThrough }] = await Promise.all([
      import('node:readline'),
      import('node:stream'),
    ]);
    // The line editor of Node echoes its input: a hidden answer is echoed into nothing. The terminal itself
    // stops echoing here, before the question appears.
    const lines = createInterface({
      input,
      output: hidden ? new PassThrough().resume() : output,
      terminal: true,
      historySize: 0,
    });
    if (hidden) output.write(question);
    lines.setPrompt(hidden ? '' : question);
    lines.prompt();
    const answer = await answerIn(lines);
    if (hidden || answer === undefined) output.write('\n');
    lines.close();
    if (answer === undefined) throw new Interrupted();
    return answer;
  };
}

/** `undefined` for Ctrl-C and Ctrl-D. */
function answerIn(lines: Interface): Promise<string | undefined> {
  return new Promise((resolve) => {
    lines.once('line', resolve);
    lines.once('SIGINT', () => resolve(undefined));
    lines.once('close', () => resolve(undefined));
  });
}

/** An option of every command that destroys something. */
export const yesOption = {
  type: 'flag',
  description: 'Do it without asking; needed without a terminal to ask on.',
} as const;

/**
 * Asks before something is destroyed, unless `--yes` was given.
 * @param question as in `Delete the endpoint k3v9x0q2?`
 * @throws {UsageError} if there is no terminal to ask on
 * @throws {CommandFailure} if the answer is not yes
 */
export async function confirm(
  question: string,
  { yes }: { yes: boolean },
  { ask }: Surroundings,
  command: Command['name'],
): Promise<void> {
  if (yes) return;
  if (ask === undefined) {
    throw new UsageError('Option --yes is missing: there is no terminal to ask on', command);
  }
  const answer = (await ask(`${question} [y/N] `)).trim().toLowerCase();
  if (answer !== 'y' && answer !== 'yes') throw new CommandFailure('Nothing was changed');
}

/** Reading stops once the line is longer: no password is as long. */
const longestLineBytes = 4096;

/**
 * The secret of this name in the first line of the input, without its line break. The server judges a password.
 * @throws {CommandFailure} if the line is empty
 */
export async function readSecret(
  input: AsyncIterable<Uint8Array>,
  name: 'password' | 'API key',
): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of input) {
    chunks.push(chunk);
    size += chunk.length;
    if (chunk.includes(0x0a) || size > longestLineBytes) break;
  }
  const [line = ''] = Buffer.concat(chunks).toString('utf8').split(/\r?\n/, 1);
  if (line === '') throw new CommandFailure(`No ${name} on standard input`);
  return line;
}

/**
 * The text of a file in UTF-8; `-` is standard input.
 * @param mostBytes the most that it may have; what is longer is not read to its end
 * @throws {CommandFailure} if it cannot be read, is longer, or is no text
 */
export async function readTextFile(
  name: string,
  { input }: Pick<Surroundings, 'input'>,
  mostBytes = Number.POSITIVE_INFINITY,
): Promise<string> {
  const source = name === '-' ? 'Standard input' : name;
  const bytes = await bytesOf(name, name === '-' ? input : createReadStream(name), mostBytes);
  if (bytes === undefined) {
    throw new CommandFailure(`${source} has more than ${mostBytes / 1024} KiB`);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new CommandFailure(`${source} is not text in UTF-8`, { cause });
  }
}

/** The bytes of all pieces; `undefined` if there are more. */
async function bytesOf(
  name: string,
  input: AsyncIterable<Uint8Array>,
  mostBytes: number,
): Promise<Buffer | undefined> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const piece of input) {
      length += piece.length;
      if (length > mostBytes) return undefined;
      pieces.push(piece);
    }
  } catch (error) {
    throw fileFailure('read', name, error);
  }
  return Buffer.concat(pieces);
}
