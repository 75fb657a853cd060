import { Work } from '@hookwell/match';
import { mostWork, readStoredSettings, type Settings } from '@hookwell/replies';
import { giveWay } from '../fairness/thread-priority.ts';
import { type Meter, TimeSlices } from '../fairness/time-slices.ts';
import { contentCodings } from '../rendering/content-coding.ts';
import { contentTypeOf } from '../sent-request/body-text.ts';
import { parseHeaders } from '../sent-request/headers.ts';
import { answerQuestions } from '../threads/answer-questions.ts';
import type { AnsweredBy } from '../threads/messages.ts';
import { textOfStart } from './body-start.ts';
import {
  type Examination,
  type ExaminedBody,
  examineRequestInSteps,
  type PackedHead,
  unpackedHead,
} from './examination.ts';
import { RecentByBytes } from './recent-by-bytes.ts';

/** A request to examine. */
interface ExaminationAsk {
  /** Whose time it takes (`fairness/parties.ts`). */
  party: number;
  endpointId: number;
  version: number;
  /** The settings of that version, in JSON. */
  document: string;
  head: PackedHead;
  /** The first bytes of the body (`body-start.ts`). */
  start: Uint8Array<ArrayBuffer>;
}

interface Examined {
  examination: Examination;
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

/** The requests that are examined, a short one never behind long ones. */
const turns = new TimeSlices();

const answers = { examine };
export type ExaminationExchanges = AnsweredBy<typeof answers>;

giveWay();
answerQuestions<ExaminationExchanges>(answers);

async function examine(ask: ExaminationAsk, signal?: AbortSignal): Promise<Examined> {
  const { party, head, start } = ask;
  const meter: Meter = { usedMs: 0 };
  const headers = parseHeaders(head.headers);
  const type = contentTypeOf(headers);
  const body = await turns.runWaiting(
    party,
    (turn) => textOfStart(start, head.bodySize, contentCodings(headers), type, { signal, turn }),
    { signal, meter },
  );
  const examination = await turns.run(party, examinationOf(ask, body), { signal, meter });
  return { examination, usedMs: meter.usedMs };
}

function* examinationOf(ask: ExaminationAsk, body: ExaminedBody): Generator<void, Examination> {
  const settings = settingsOf(ask);
  yield;
  const work = new Work();
  const steps = examineRequestInSteps(settings, unpackedHead(ask.head), body, work);
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
    if (work.steps > mostWork) throw new Error('It is too much work');
    yield;
  }
}

function settingsOf({ party, endpointId, version, document }: ExaminationAsk): Settings {
  const found = known.get(endpointId);
  if (found?.version === version) return found.settings;
  const settings = readStoredSettings(JSON.parse(document));
  known.set(endpointId, { version, settings, bytes: document.length }, party);
  return settings;
}
