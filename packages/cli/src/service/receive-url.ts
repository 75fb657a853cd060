import type { Surroundings } from '../command-line/command.ts';
import { connect, connectAsAnyone, type ServiceValues } from './connect.ts';
import { endpointToken, receiveUrl, tokenIn } from './receive-addresses.ts';

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
  // Only a name needs a credential.
  const isNamed = tokenIn(word) === undefined;
  const client = await (isNamed ? connect : connectAsAnyone)(service, world);
  const token = await endpointToken(word, client);
  return receiveUrl((await client.service.get()).receiveBaseUrl, { token });
}
