import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { StoredCapture } from '../database/capture-log.ts';
import { type BodyReader, type CaptureView, wholeBodies, writeCapture } from './render.ts';

/** What the thread is started with. */
export interface RenderThreadData {
  maxBodyBytes: number;
}

export interface RenderJob {
  capture: StoredCapture;
  view: CaptureView;
}

/** The capture as JSON text in UTF-8, or why there is none. Jobs are answered in their order. */
export type RenderAnswer = { json: Uint8Array<ArrayBuffer> } | { failure: string };

// The renderer, which alone starts this thread, hands in exactly this.
const { maxBodyBytes } = workerData as RenderThreadData;
const bodies = wholeBodies(maxBodyBytes);

if (parentPort !== null) answerJobs(parentPort);

function answerJobs(port: MessagePort): void {
  port.on('message', ({ capture, view }: RenderJob) => {
    const answer = render(capture, view);
    port.postMessage(answer, 'json' in answer ? [answer.json.buffer] : []);
  });
}

function render(capture: StoredCapture, view: CaptureView): RenderAnswer {
  try {
    return { json: captureBytes(capture, view, bodies) };
  } catch (error) {
    return { failure: String(error) };
  }
}

/** Encodes the text piece by piece: as one string the worst bodies would not fit into the heap. */
function captureBytes(
  capture: StoredCapture,
  view: CaptureView,
  reader: BodyReader,
): Uint8Array<ArrayBuffer> {
  const pieces: Buffer[] = [];
  let size = 0;
  writeCapture(capture, view, reader, (text) => {
    const piece = Buffer.from(text);
    pieces.push(piece);
    size += piece.length;
  });
  // A buffer of its own, because it is handed over: small ones of `Buffer.concat` share theirs.
  const json = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    json.set(piece, at);
    at += piece.length;
  }
  return json;
}
