import type { MatchCondition } from '@hookwell/match';
import { readDelivery } from './delivery-field.ts';
import { butFound, members, refuseOthers } from './members.ts';
import { readReply } from './read-reply.ts';
import { readVerify } from './read-verify.ts';
import {
  mostFieldsInBodies,
  mostMatchCharacters,
  mostReplies,
  mostSearchingTerms,
  mostSteps,
  mostTermsOfReplies,
  type Reply,
  type Settings,
} from './settings.ts';
import { SettingsError } from './settings-error.ts';

/**
 * Reads settings of an endpoint: plain data such as `JSON.parse` gives.
 * @throws {SettingsError} at the first place that makes no sense
 */
export function readSettings(document: unknown): Settings {
  return read(document, false);
}

/**
 * Reads settings that were taken earlier. Headers that a reply cannot set since then are left out.
 * @throws {SettingsError} at the first place that makes no sense
 */
export function readStoredSettings(document: unknown): Settings {
  return read(document, true);
}

function read(document: unknown, isStored: boolean): Settings {
  const settings = members(document, 'settings', 'settings are an object');
  refuseOthers(settings, ['replies', 'verify', 'delivery'], '');
  const { replies, verify, delivery } = settings;
  if (delivery !== undefined && typeof delivery !== 'string') {
    throw new SettingsError(
      'delivery',
      'this is a string: a field such as header.webhook-id, or one',
    );
  }
  return {
    replies: replies === undefined ? [] : readReplies(replies, isStored),
    delivery: delivery === undefined ? undefined : readDelivery(delivery, 'delivery'),
    ...(verify === undefined ? {} : { verify: readVerify(verify, 'verify') }),
  };
}

function readReplies(replies: unknown, isStored: boolean): readonly Reply[] {
  if (!Array.isArray(replies)) {
    throw new SettingsError('replies', `this is a list of replies${butFound(replies)}`);
  }
  if (replies.length > mostReplies) {
    throw new SettingsError('replies', `an endpoint has at most ${mostReplies} replies`);
  }
  const characters = replies.reduce((sum: number, reply) => sum + matchCharacters(reply), 0);
  if (characters > mostMatchCharacters) {
    throw new SettingsError(
      'replies',
      `the matches of all replies together have at most ${mostMatchCharacters} characters`,
    );
  }
  const read = Array.from(replies, (reply: unknown, index) =>
    readReply(reply, `replies[${index}]`, isStored),
  );
  refuseMore(read, 'steps', mostSteps, ({ hasPlan, steps }) => (hasPlan ? steps.length : 0));
  refuseMore(read, 'terms', mostTermsOfReplies, ({ when }) => when?.terms.length ?? 0);
  refuseMore(read, 'searches', mostSearchingTerms, searchesIn);
  refuseMore(read, 'fields', mostFieldsInBodies, fieldsIn);
  return read;
}

/** Known before any match is read: long ones take long. */
function matchCharacters(reply: unknown): number {
  const { when }: { when?: unknown } = Object(reply);
  return typeof when === 'string' ? when.length : 0;
}

function fieldsIn({ body }: Reply): number {
  if (body === undefined || body instanceof Uint8Array) return 0;
  return body.parts.filter((part) => typeof part !== 'string').length;
}

function searchesIn({ when }: Reply): number {
  return when?.terms.filter(({ condition }) => searchesBody(condition)).length ?? 0;
}

/** Whether the condition looks for a text in the whole body. */
function searchesBody(condition: MatchCondition): boolean {
  if (condition.kind === 'word') return true;
  const isInBody = condition.kind === 'field' && condition.field.name === 'body';
  return isInBody && condition.operator === ':';
}

const countedAs = {
  steps: ['the lists of steps', 'steps'],
  terms: ['the matches', 'terms'],
  searches: ['the matches', 'words and body: terms, which look through the whole body'],
  fields: ['the bodies', 'fields'],
} as const;

function refuseMore(
  replies: readonly Reply[],
  what: keyof typeof countedAs,
  most: number,
  countOf: (reply: Reply) => number,
): void {
  const count = replies.reduce((sum, reply) => sum + countOf(reply), 0);
  if (count <= most) return;
  const [where, noun] = countedAs[what];
  throw new SettingsError(
    'replies',
    `${where} of all replies together have at most ${most} ${noun}`,
  );
}
