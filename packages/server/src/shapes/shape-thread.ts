import { workerData } from 'node:worker_threads';
import { giveWay } from '../fairness/thread-priority.ts';
import { freeBlocks } from '../rendering/block-buffer.ts';
import { contentCodings, decodeBody } from '../rendering/content-coding.ts';
import { parseHeaders } from '../sent-request/headers.ts';
import { isCompressed } from '../sent-request/heavy-bodies.ts';
import type { StoredRequest } from '../sent-request/searched-request.ts';
import { answerQuestions } from '../threads/answer-questions.ts';
import type { AnsweredBy } from '../threads/messages.ts';
import { bodyTexts } from './body-texts.ts';
import { EventsJob } from './events-job.ts';
import type { Job } from './job.ts';
import { SchemaJob } from './schema-job.ts';

/** The settings that the thread is started with. */
export interface ShapeThreadData {
  /** Bounds decompressed bodies. */
  maxBodyBytes: number;
}

/** Captures for a job. */
export interface TakeAsk {
  job: number;
  captures: readonly StoredRequest[];
  /** Their bodies, one behind the other. */
  bodies: Uint8Array<ArrayBuffer>;
  /** It ends with the capture that makes it so many JSON bodies, or bytes. */
  mostSamples: number;
  mostBytes: number;
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
const jobs = new Map<number, Job>();

const makers = { events: () => new EventsJob(), schema: () => new SchemaJob() };
export type JobKind = keyof typeof makers;

const answers = { begin, take, end, drop };
export type ShapeExchanges = AnsweredBy<typeof answers>;

giveWay();
answerQuestions<ShapeExchanges>(answers, {
  transfer: (answer) => (answer instanceof Uint8Array ? [answer.buffer] : []),
});

function begin({ job, kind }: { job: number; kind: JobKind }): undefined {
  jobs.set(job, makers[kind]());
}

async function take({
  job: id,
  captures,
  bodies,
  mostSamples,
  mostBytes,
}: TakeAsk): Promise<Taken> {
  const job = known(id);
  const taken: Taken = { captures: 0, samples: 0, bytes: 0 };
  let at = 0;
  for (const capture of captures) {
    const body = bodies.subarray(at, at + capture.bodySize);
    at += capture.bodySize;
    const headers = parseHeaders(capture.headers);
    let decodedBytes = 0;
    const blocks = isCompressed(capture)
      ? await decodeBody(body, contentCodings(headers), maxBodyBytes, {
          count: (bytes) => {
            decodedBytes += bytes;
          },
        })
      : [body];
    if (job.take(capture, bodyTexts(blocks, headers))) taken.samples += 1;
    if (blocks[0] !== body) freeBlocks(blocks);
    taken.captures += 1;
    taken.bytes += Math.max(body.length, decodedBytes);
    if (taken.samples >= mostSamples || taken.bytes >= mostBytes) break;
  }
  freeBlocks([bodies]);
  return taken;
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
