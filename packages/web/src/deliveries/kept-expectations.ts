import { readSetting, writeSetting } from '../page/settings.ts';

/** Expectations that fit most senders. */
export const usualExpectations =
  'attempts>=3 backoff=growing same-id same-body stops-after-2xx honours-retry-after';

/** The expectations of so many endpoints are kept in this browser. */
const mostEndpoints = 20;
const mostCharacters = 500;

/** The expectations that the user of this browser has of an endpoint's sender. */
export function keptExpectations(token: string): string {
  return kept().get(token) ?? usualExpectations;
}

/** Keeps the text, or forgets it if it is the usual one. */
export function keepExpectations(token: string, text: string): void {
  if (text.length > mostCharacters) return;
  const known = kept();
  // The latest stands last.
  known.delete(token);
  if (text !== usualExpectations) known.set(token, text);
  const pairs = [...known].slice(-mostEndpoints);
  const written = new URLSearchParams(pairs).toString();
  writeSetting('expectations', written === '' ? undefined : written);
}

function kept(): Map<string, string> {
  return new Map(new URLSearchParams(readSetting('expectations') ?? ''));
}
