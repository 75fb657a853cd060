import { workerData } from 'node:worker_threads';
import { giveWay } from '../fairness/thread-priority.ts';
import { TimeSlices } from '../fairness/time-slices.ts';
import { freeBlocks } from '../rendering/block-buffer.ts';
import { contentCodings, decodeBody } from '../rendering/content-coding.ts';
import { isCompressed } from '../sent-request/body.ts';
import { parseHeaders } from '../sent-request/head.ts';
import type { StoredRequest } from '../sent-request/searched-request.ts';
import { answerQuestions } from '../threads/answer-questions.ts';
import type { AnsweredBy } from '../threads/messages.ts';
import { bodyTexts, EventsJob, type Job, SchemaJob } from './jobs.ts';

/** The settings that the thread is started with. */
export interface ShapeThreadData {
  /** Bounds decompressed bodies. */
  maxBodyBytes: number;
}

/** Captures for a job. */
interface TakeAsk {
  job: number;
  party: number;
  captures: readonly StoredRequest[];
  /** Their bodies, one behind the other. */
  bodies: Uint8Array<ArrayBuffer>;
  /** It ends with the capture that makes it so many JSON bodies, or bytes. */
  most: Omit<Taken, 'captures'>;
}

/** The first of the captures, which were taken. */
export interface Taken {
  captures: number;
  /** Those that have a JSON body. */
  samples: number;
  /** Of their bodies: as sent, or as decoded if these are more. */
  bytes: number;
}

// The client, which alone starts this thread, hands in exactly this.
const { maxBodyBytes } = workerData as ShapeThreadData;
const scheduler = new TimeSlices();
const jobs = new Map<number, Job>();

const makers = { events: () => new EventsJob(), schema: () => new SchemaJob() };
export type JobKind = keyof typeof makers;

const answers = { begin, take, end, drop };
export type ShapeExchanges = AnsweredBy<typeof answers>;

giveWay('analysing');
answerQuestions<ShapeExchanges>(answers, {
  transfer: (answer) => (answer instanceof Uint8Array ? [answer.buffer] : []),
});

function begin({ job, kind }: { job: number; kind: JobKind }): undefined {
  jobs.set(job, makers[kind]());
}

async function take(ask: TakeAsk, signal?: AbortSignal): Promise<Taken> {
  const job = known(ask.job);
  const taken: Taken = { captures: 0, samples: 0, bytes: 0 };
  try {
    if (ask.captures.some(isCompressed)) await takeCompressed(job, ask, taken, signal);
    else await scheduler.run(ask.party, takePlain(job, ask, taken), { signal });
    return taken;
  } finally {
    freeBlocks([ask.bodies]);
  }
}

function* takePlain(job: Job, ask: TakeAsk, taken: Taken): Generator<void, void> {
  for (const { capture, body } of untilEnough(ask, taken)) {
    yield* takeOne(job, capture, [body], taken);
    taken.bytes += body.length;
  }
}

async function takeCompressed(
  job: Job,
  ask: TakeAsk,
  taken: Taken,
  signal?: AbortSignal,
): Promise<void> {
  for (const { capture, body } of untilEnough(ask, taken)) {
    const codings = contentCodings(parseHeaders(capture.headers));
    let decodedBytes = 0;
    const count = (bytes: number) => {
      decodedBytes += bytes;
    };
    const blocks = await scheduler.runWaiting(ask.party, (turn) =>
      decodeBody(body, codings, maxBodyBytes, { signal, turn, count }),
    );
    try {
      await scheduler.run(ask.party, takeOne(job, capture, blocks, taken), { signal });
    } finally {
      if (blocks[0] !== body) freeBlocks(blocks);
    }
    taken.bytes += Math.max(body.length, decodedBytes);
  }
}

/** The captures with their bodies, until enough of them were taken. */
function* untilEnough({ captures, bodies, most }: TakeAsk, taken: Taken) {
  let at = 0;
  for (const capture of captures) {
    const body = bodies.subarray(at, at + capture.bodySize);
    at += capture.bodySize;
    yield { capture, body };
    if (taken.samples >= most.samples || taken.bytes >= most.bytes) return;
  }
}

function* takeOne(
  job: Job,
  capture: StoredRequest,
  blocks: readonly Uint8Array[],
  taken: Taken,
): Generator<void, void> {
  const isJson = yield* job.take(capture, bodyTexts(blocks, parseHeaders(capture.headers)));
  taken.captures += 1;
  if (isJson) taken.samples += 1;
}

/** What came of a job, as JSON text in UTF-8. */
function end({
  job,
  leftOut,
}: {
  job: number;
  leftOut: readonly string[];
}): Uint8Array<ArrayBuffer> | undefined {
  const text = known(job).end(leftOut);
  return text === undefined ? undefined : new TextEncoder().encode(text);
}

function known(id: number): Job {
  const job = jobs.get(id);
  if (job === undefined) throw new Error('The job was lost with the thread that had it');
  return job;
}

function drop(job: number): undefined {
  jobs.delete(job);
}
