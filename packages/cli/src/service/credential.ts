import { CommandFailure } from '../command-line/outcome.ts';

/** The credential that the command sends to the service: an API key, or the cookie of a session. */
export type Credential = { apiKey: string } | { cookie: string };

/**
 * The given API key, without white space around it.
 * @param source the option or setting that it comes from: `--key`
 * @throws {CommandFailure} if the text does not look like an API key
 */
export function apiKeyCredential(text: string, source: string): Credential {
  const apiKey = text.trim();
  if (/^wh-[0-9A-Za-z]+$/.test(apiKey)) return { apiKey };
  throw new CommandFailure(`${source} is no API key: they begin with "wh-"`);
}
