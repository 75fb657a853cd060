import type { Surroundings } from '../command-line/command.ts';
import type { ServiceValues } from './connect.ts';
import { connectFor, endpointToken, receiveUrl } from './receive-addresses.ts';

/**
 * The receive URL that a word means. A given one is used unchanged: sending to it needs no credential.
 * @throws {CommandFailure} if no endpoint has the name, or several have it
 */
export async function receiveUrlOf(
  word: string,
  service: ServiceValues,
  world: Surroundings,
): Promise<string> {
  const [given] = /^https?:\/\/.*?\/wh\/[^/?#]+/i.exec(word) ?? [];
  if (given !== undefined && URL.canParse(given)) return given;
  const client = await connectFor(word, service, world);
  const token = await endpointToken(word, client);
  return receiveUrl((await client.service.get()).receiveBaseUrl, { token });
}
