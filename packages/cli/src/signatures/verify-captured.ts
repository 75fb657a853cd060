import type { HookwellClient } from '@hookwell/client';
import { textOfBytes } from '@hookwell/match';
import { signatureSentence } from '../captured-requests/signature-words.ts';
import type { Surroundings } from '../command-line/command.ts';
import { CommandFailure } from '../command-line/outcome.ts';
import { jsonLine } from '../output/json-text.ts';
import { stylesOf } from '../output/terminal.ts';
import { visible } from '../output/visible.ts';
import { verifiedCapture } from './captured-request.ts';
import type { VerifierOptions } from './verify-request.ts';

/**
 * Verifies a captured request, and prints the finding in a line.
 * @throws {CommandFailure} if there is no such request, or its signature is not valid
 */
export async function verifyCaptured(
  id: number,
  client: HookwellClient,
  options: VerifierOptions,
  json: boolean,
  { write, output }: Pick<Surroundings, 'write' | 'output'>,
): Promise<void> {
  const { method, url, signature } = await verifiedCapture(id, client, options);
  const isValid = signature.verdict === 'valid';
  const { good, bad, bold, faint } = stylesOf(output);
  const words = (isValid ? good : bad)(signatureSentence({ signature }) ?? '');
  const line = json
    ? jsonLine({ id, method, url, signature })
    : [faint(`#${id}`), bold(visible(method)), visible(textOfBytes(url)), words].join('  ');
  await write(`${line}\n`);
  if (!isValid) throw new CommandFailure('The signature is not valid');
}
