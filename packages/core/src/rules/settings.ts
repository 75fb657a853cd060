import type { HandshakeName, XHeaderChoice } from '../api/settings-names.ts';
import type { Match, MatchField } from '../match/index.ts';
import type { SchemeSettings } from '../signatures/index.ts';
import type { Step } from './step.ts';
import type { Template } from './template.ts';

/** One of the replies of an endpoint. */
export interface Reply {
  /** It answers this sender's handshakes alone, as its documentation asks for; all else is as if nothing was written. */
  handshake?: HandshakeName | undefined;
  /** `undefined`: it is for every request. */
  when: Match | undefined;
  /** The status of an answer that a plan truncates; without a plan, that of the only step. */
  status: number;
  /** A step for each attempt, the last one for all further ones; one step if there is no plan. */
  steps: readonly Step[];
  /** Whether the steps were written as a plan. */
  hasPlan: boolean;
  /** Names as written. A value is a template if it has fields in it. */
  headers: readonly (readonly [name: string, value: string | Template])[];
  body: Template | Uint8Array | undefined;
  /** From the commit to the answer; a step may have another one. */
  delayMs: number;
}

/** The element of a list with one for each attempt that is for this one: the last one is for all further attempts. */
export function ofAttempt<Item>(items: readonly Item[], attempt: number): Item {
  const item = items[Math.min(attempt, items.length) - 1];
  if (item === undefined) throw new Error('There is an answer to the first attempt');
  return item;
}

/** The settings of an endpoint, read and checked. */
export interface Settings {
  replies: readonly Reply[];
  /** The field that makes two requests the same delivery; `one`: all of them are. */
  delivery: MatchField | 'one' | undefined;
  /** The settings by which requests are verified; `undefined`: they are not. */
  verify?: VerifyingSettings | undefined;
  /** `undefined`: headers whose names begin with `X-` are kept beside `verify`, else the service decides. */
  xHeaders?: XHeaderChoice | undefined;
}

/** The last characters of a secret that is kept already. */
export interface SecretHint {
  hint: string;
}

/** The settings by which the requests of an endpoint are verified. */
export interface VerifyingSettings extends SchemeSettings {
  /** Secrets as they were put, or hints of those that are kept. */
  secrets: readonly (string | SecretHint)[];
}

export { type HandshakeName, handshakeNames } from '../api/settings-names.ts';

export const mostReplies = 100;
/** The most steps of a plan. */
export const mostStepsInPlan = 100;
/** The most steps of all plans together. */
export const mostSteps = 1000;
/** The most terms of the matches of all replies together. */
export const mostTermsOfReplies = 500;
/** The most characters of these matches: reading takes up to 0.2 µs for each. */
export const mostMatchCharacters = 64 * 1024;
/** The most of these terms that look for a text in the whole body: each may take 15 ns a character. */
export const mostSearchingTerms = 100;
/** The most fields in the bodies and headers of all replies together. */
export const mostFields = 500;
/** The most bytes of a reply's body, in UTF-8. */
export const mostBodyBytes = 64 * 1024;
/** The most characters of a reply's headers, names and values together. */
export const mostHeaderCharacters = 16 * 1024;
/** The most headers of a reply: to write one takes 0.5 µs, however short it is. */
export const mostHeaders = 200;
export const longestDelayMs = 60_000;
export const longestTimeoutMs = 120_000;
/** The most bytes that a truncated answer sends. */
export const mostTruncatedBytes = 65_536;
/** The longest name of a field in a body, or of the one that tells deliveries apart. */
export const longestFieldCharacters = 256;
/** In seconds: 30 days. */
export const longestToleranceSeconds = 30 * 24 * 60 * 60;
/** The most secrets of an endpoint. */
export const mostSecrets = 10;
export const mostSecretCharacters = 4096;
export const mostCertificateCharacters = 16 * 1024;

/** The shortest secret of which a hint shows anything. */
const shortestShown = 12;

/** The last line of keys and certificates in PEM, which is the same for all of them. */
const pemEnd = /-----END [A-Z0-9 ]{1,40}-----$/;

/**
 * The part of a secret that is shown: its last four characters, or nothing if it has fewer than twelve. White space at its end
 * does not count, nor does what stands before a colon: it may be the name that belongs to a short password.
 */
export function hintOf(secret: string): string {
  const end = secret.trimEnd().replace(pemEnd, '').trimEnd();
  const shown = end.slice(end.lastIndexOf(':') + 1);
  // Twice as many code units are at least so many characters.
  const characters = Array.from(shown.slice(-2 * shortestShown));
  return characters.length < shortestShown ? '…' : `…${characters.slice(-4).join('')}`;
}
