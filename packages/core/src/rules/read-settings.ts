import { type XHeaderChoice, xHeaderChoices } from '../api/settings-names.ts';
import type { MatchCondition } from '../match/index.ts';
import { readDelivery } from './delivery-key.ts';
import { refuseDropped } from './kept-headers.ts';
import { readReply } from './read-reply.ts';
import { readVerify } from './read-verify.ts';
import {
  butFound,
  members,
  oneOf,
  Reading,
  refuseOthers,
  SettingsError,
  ShapeError,
  textOf,
} from './reading.ts';
import {
  mostFields,
  mostMatchCharacters,
  mostReplies,
  mostSearchingTerms,
  mostSteps,
  mostTermsOfReplies,
  type Reply,
  type Settings,
} from './settings.ts';
import { templatesOf } from './template.ts';

/**
 * Reads settings of an endpoint: plain data such as `JSON.parse` gives.
 * @param unsaidXHeaders what the service does with X- headers where settings say nothing, if it is known
 * @throws {SettingsError} at the first place that makes no sense
 */
export function readSettings(document: unknown, unsaidXHeaders?: XHeaderChoice): Settings {
  return read(document, new Reading({ unsaidXHeaders }));
}

/**
 * Reads settings that were taken earlier. Headers that a reply cannot set since then are left out.
 * @throws {SettingsError} at the first place that makes no sense
 */
export function readStoredSettings(document: unknown): Settings {
  return read(document, new Reading({ isStored: true }));
}

/** All faults of settings, in the order of their places; what the replies are together is looked at only if each of them makes sense. */
export function faultsOfSettings(document: unknown): readonly SettingsError[] {
  const reading = new Reading({ findsAll: true });
  reading.part(() => read(document, reading));
  return reading.faults;
}

function read(document: unknown, reading: Reading): Settings {
  const settings = members(document, 'settings', 'settings must be an object');
  refuseOthers(settings, ['replies', 'verify', 'delivery', 'xHeaders'], '');
  const replies = reading.member(settings, 'replies', '', (value, place) =>
    readReplies(value, place, reading),
  );
  const delivery = reading.member(settings, 'delivery', '', (value, place) =>
    readDelivery(
      textOf(
        value,
        place,
        'this must be a string, a field such as header.webhook-id or the word one',
      ),
      place,
    ),
  );
  const verify = reading.member(settings, 'verify', '', (value, place) =>
    readVerify(value, place, reading),
  );
  const xHeaders = reading.member(settings, 'xHeaders', '', (value, place) =>
    oneOf(xHeaderChoices, value, place),
  );
  const all: Settings = {
    replies: replies ?? [],
    delivery,
    ...(verify !== undefined && { verify }),
    ...(xHeaders !== undefined && { xHeaders }),
  };
  if (!reading.isStored && reading.faults.length === 0) refuseDropped(all, reading);
  return all;
}

function readReplies(replies: unknown, place: string, reading: Reading): readonly Reply[] {
  if (!Array.isArray(replies)) {
    throw new ShapeError(place, `this must be a list of replies${butFound(replies)}`);
  }
  reading.part(() => refuseLong(replies, place));
  const read = Array.from(replies, (reply: unknown, index) =>
    reading.part(() => readReply(reply, `${place}[${index}]`, reading)),
  ).filter((reply) => reply !== undefined);
  if (reading.faults.length > 0) return read;
  refuseMore(read, 'steps', mostSteps, ({ hasPlan, steps }) => (hasPlan ? steps.length : 0));
  refuseMore(read, 'terms', mostTermsOfReplies, ({ when }) => when?.terms.length ?? 0);
  refuseMore(read, 'searches', mostSearchingTerms, searchesIn);
  refuseMore(read, 'fields', mostFields, fieldsIn);
  return read;
}

/** Before any reply is read: many ones, and long matches, take long. */
function refuseLong(replies: readonly unknown[], place: string): void {
  if (replies.length > mostReplies) {
    throw new SettingsError(place, `an endpoint has at most ${mostReplies} replies`);
  }
  const characters = replies.reduce((sum: number, reply) => sum + matchCharacters(reply), 0);
  if (characters > mostMatchCharacters) {
    throw new SettingsError(
      place,
      `the matches of all replies together have at most ${mostMatchCharacters} characters`,
    );
  }
}

function matchCharacters(reply: unknown): number {
  const { when }: { when?: unknown } = Object(reply);
  return typeof when === 'string' ? when.length : 0;
}

function fieldsIn(reply: Reply): number {
  const parts = templatesOf(reply).flatMap((template) => template.parts);
  return parts.filter((part) => typeof part !== 'string').length;
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
  fields: ['the bodies and headers', 'fields'],
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
