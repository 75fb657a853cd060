import { CommandFailure } from '../command-line/outcome.ts';

/** Reading stops once the line is longer: no password is as long. */
const longestLineBytes = 4096;

/** The first line of the input without its line break. The server judges the password. */
export async function readPassword(input: AsyncIterable<Uint8Array>): Promise<string> {
  return await readSecret(input, 'password');
}

/**
 * The secret of this name in the first line of the input.
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
