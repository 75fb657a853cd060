import { UsageError } from '../command-line/outcome.ts';

/** For commands whose first word names an endpoint. */
export const tokenOperand = {
  placeholder: 'TOKEN',
  description: "The endpoint's token, or its receive URL.",
} as const;

/**
 * The token in what was given, which may be a whole receive URL.
 * @param command the command that it was given to
 * @throws UsageError
 */
export function endpointToken(text: string, command: string): string {
  const token = /^https?:\/\/.*?\/wh\/([^/?#]+)/i.exec(text)?.[1] ?? text;
  if (/^[0-9A-Za-z]+$/.test(token)) return token;
  throw new UsageError(`"${text}" is no token of an endpoint`, command);
}
