import { type Match, parseMatch, Work } from '@hookwell/core/match';
import {
  type HeldMatches,
  mostWork,
  readStoredSettings,
  type Settings,
} from '@hookwell/core/rules';
import { RecentByBytes } from '../fairness/recent-by-bytes.ts';
import { giveWay } from '../fairness/thread-priority.ts';
import { type Meter, TimeSlices } from '../fairness/time-slices.ts';
import { textOfStart } from '../rendering/body-start.ts';
import { contentCodings } from '../rendering/content-coding.ts';
import { contentTypeOf } from '../sent-request/body.ts';
import { parseHeaders } from '../sent-request/head.ts';
import { answerQuestions } from '../threads/answer-questions.ts';
import type { AnsweredBy } from '../threads/messages.ts';
import {
  type Examination,
  type ExaminedBody,
  examineRequestInSteps,
  matchesOfRequestInSteps,
  type PackedHead,
  unpackedHead,
} from './examination.ts';

/** A request of which something is to be decided. */
interface RequestAsk {
  /** Whose time it takes (`fairness/parties.ts`). */
  party: number;
  head: PackedHead;
  /** The first bytes of the body (`body-start.ts`). */
  start: Uint8Array<ArrayBuffer>;
}

/** A request to examine. */
interface ExaminationAsk extends RequestAsk {
  endpointId: number;
  version: number;
  /** The settings of that version, in JSON. */
  document: string;
}

/** A request to try matches on. */
interface MatchesAsk extends RequestAsk {
  /** Their texts. */
  matches: readonly string[];
}

interface Decided<Result> {
  result: Result;
  /** The time of the thread that it took. */
  usedMs: number;
}

interface ReadDocument {
  version: number;
  settings: Settings;
  bytes: number;
}

/** The settings that were used last, as far as their documents together are no longer than this. */
const mostDocumentBytes = 2 * 1024 * 1024;

const known = new RecentByBytes<number, ReadDocument>(mostDocumentBytes, ({ bytes }) => bytes);

/** The matches that were used last, as far as their texts together are no longer than this. */
const mostMatchCharacters = 256 * 1024;

const knownMatches = new RecentByBytes<string, Match>(mostMatchCharacters, ({ terms }) =>
  terms.reduce((sum, { end }) => Math.max(sum, end), 1),
);

/** The requests that are examined, a short one never behind long ones. */
const turns = new TimeSlices();

const answers = { examine, tryMatches };
export type ExaminationExchanges = AnsweredBy<typeof answers>;

giveWay('deciding');
answerQuestions<ExaminationExchanges>(answers);

function examine(ask: ExaminationAsk, signal?: AbortSignal): Promise<Decided<Examination>> {
  return decide(ask, (body) => examinationOf(ask, body), signal);
}

function tryMatches(ask: MatchesAsk, signal?: AbortSignal): Promise<Decided<HeldMatches>> {
  return decide(ask, (body) => heldMatchesOf(ask, body), signal);
}

async function decide<Result>(
  { party, head, start }: RequestAsk,
  stepsOn: (body: ExaminedBody) => Generator<void, Result>,
  signal: AbortSignal | undefined,
): Promise<Decided<Result>> {
  const meter: Meter = { usedMs: 0 };
  const headers = parseHeaders(head.headers);
  const type = contentTypeOf(headers);
  const body = await turns.runWaiting(
    party,
    (turn) => textOfStart(start, head.bodySize, contentCodings(headers), type, { signal, turn }),
    { signal, meter },
  );
  const result = await turns.run(party, stepsOn(body), { signal, meter });
  return { result, usedMs: meter.usedMs };
}

function* examinationOf(ask: ExaminationAsk, body: ExaminedBody): Generator<void, Examination> {
  const settings = settingsOf(ask);
  yield;
  const work = new Work();
  return yield* bounded(examineRequestInSteps(settings, unpackedHead(ask.head), body, work), work);
}

function* heldMatchesOf(
  { party, matches, head }: MatchesAsk,
  body: ExaminedBody,
): Generator<void, HeldMatches> {
  const read: Match[] = [];
  for (const text of matches) {
    read.push(matchOf(party, text));
    yield;
  }
  const work = new Work();
  return yield* bounded(matchesOfRequestInSteps(read, unpackedHead(head), body, work), work);
}

/** The steps, unless they are too much work. */
function* bounded<Result>(steps: Generator<void, Result>, work: Work): Generator<void, Result> {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
    if (work.steps > mostWork) throw new Error('It is too much work');
    yield;
  }
}

function matchOf(party: number, text: string): Match {
  const found = knownMatches.get(text);
  if (found !== undefined) return found;
  const match = parseMatch(text);
  knownMatches.set(text, match, party);
  return match;
}

function settingsOf({ party, endpointId, version, document }: ExaminationAsk): Settings {
  const found = known.get(endpointId);
  if (found?.version === version) return found.settings;
  const settings = readStoredSettings(JSON.parse(document));
  known.set(endpointId, { version, settings, bytes: document.length }, party);
  return settings;
}
