import { CommandFailure } from '../command-line/outcome.ts';

/** Far more than a password may have: past it nobody meant to send one. */
const longestLine = 4096;

/**
 * The first line of the input without its line break. Whether it is a good password is the server's
 * to say.
 */
export async function readPassword(input: AsyncIterable<Uint8Array>): Promise<string> {
  return await readSecret(input, 'password');
}

/**
 * The first line of the input, which is such a secret.
 * @throws CommandFailure where it is empty
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
    if (chunk.includes(0x0a) || size > longestLine) break;
  }
  const [line = ''] = Buffer.concat(chunks).toString('utf8').split(/\r?\n/, 1);
  if (line === '') throw new CommandFailure(`No ${name} on standard input`);
  return line;
}
