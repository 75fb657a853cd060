import { UsageError } from '../command-line/outcome.ts';

/** The operand of commands whose first word names an endpoint. */
export const tokenOperand = {
  placeholder: 'TOKEN',
  description: "The endpoint's token, or its receive URL.",
} as const;

/**
 * The token in a text that is a token or a whole receive URL.
 * @param command the command that the text was given to
 * @throws {UsageError} if the text is neither
 */
export function endpointToken(text: string, command: string): string {
  const token = /^https?:\/\/.*?\/wh\/([^/?#]+)/i.exec(text)?.[1] ?? text;
  if (/^[0-9A-Za-z]+$/.test(token)) return token;
  throw new UsageError(`"${text}" is not the token of an endpoint`, command);
}

/** The receive URL of an endpoint. */
export function receiveUrl(receiveBaseUrl: string, { token }: { token: string }): string {
  return `${receiveBaseUrl}/wh/${token}`;
}
