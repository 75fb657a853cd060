import { CommandFailure } from '../command-line/outcome.ts';

/** What the command shows to the service: an API key, or the cookie of a session. */
export type Credential = { apiKey: string } | { cookie: string };

/**
 * The API key as it was given, without white space around it.
 * @param source names where it comes from: `--key`
 * @throws CommandFailure for what no API key looks like, before it goes anywhere
 */
export function apiKeyCredential(text: string, source: string): Credential {
  const apiKey = text.trim();
  if (/^wh-[0-9A-Za-z]+$/.test(apiKey)) return { apiKey };
  throw new CommandFailure(`${source} is no API key: they begin with "wh-"`);
}
