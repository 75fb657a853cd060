import type { Endpoint, HookwellClient } from '@hookwell/client';
import { CommandFailure } from '../command-line/outcome.ts';

/** The operand of commands whose first word names an endpoint. */
export const tokenOperand = {
  placeholder: 'TOKEN',
  description: 'The endpoint: its token, its receive URL or its name.',
} as const;

/**
 * The token of the endpoint that a text means: a token or a whole receive URL, else a name, for which the service is asked.
 * @throws {CommandFailure} if no endpoint has the name, or several have it
 */
export async function endpointToken(
  text: string,
  { endpoints }: HookwellClient,
  signal?: AbortSignal,
): Promise<string> {
  return tokenIn(text) ?? namedEndpoint(text, await endpoints.list({ signal })).token;
}

/** The same, where no endpoint has to be meant. */
export async function endpointTokenIfAny(
  text: string | undefined,
  client: HookwellClient,
): Promise<string | undefined> {
  return text === undefined ? undefined : await endpointToken(text, client);
}

/** The token in a text that is a token or a whole receive URL; `undefined` for what can only be a name. */
export function tokenIn(text: string): string | undefined {
  const [, token] = /^https?:\/\/.*?\/wh\/([0-9A-Za-z]+)([/?#]|$)/i.exec(text) ?? [];
  return token ?? /^[a-z0-9]{26,64}$/.exec(text)?.[0];
}

/** The most tokens in a sentence. */
const mostShownTokens = 10;

/** @throws {CommandFailure} if no endpoint has the name, or several have it */
export function namedEndpoint(name: string, endpoints: readonly Endpoint[]): Endpoint {
  const [found, ...others] = endpoints.filter(({ badgeName }) => badgeName === name);
  if (found === undefined) {
    throw new CommandFailure(`No endpoint has the token or the name ${JSON.stringify(name)}`);
  }
  if (others.length === 0) return found;
  const tokens = [found, ...others].slice(0, mostShownTokens).map(({ token }) => token);
  throw new CommandFailure(
    `${others.length + 1} endpoints have the name ${JSON.stringify(name)}, name one by its token: ${tokens.join(', ')}`,
  );
}

/** The receive URL of an endpoint. */
export function receiveUrl(receiveBaseUrl: string, { token }: { token: string }): string {
  return `${receiveBaseUrl}/wh/${token}`;
}
