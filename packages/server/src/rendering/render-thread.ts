import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { Match } from '@hookwell/match';
import type { StoredCapture } from '../capture-log/captures.ts';
import { giveWay } from '../fairness/thread-priority.ts';
import { TimeSlices } from '../fairness/time-slices.ts';
import { freeBlocks } from './block-buffer.ts';
import { CaptureDocument, type Piece, type PieceView } from './capture-document.ts';
import { contentCodings, decodeBody, NoRoom } from './content-coding.ts';

/** The settings that the thread is started with. */
export interface RenderThreadData {
  /** Bounds decompressed bodies. */
  maxBodyBytes: number;
}

/** A message to the thread: a question with a number of its own, or the order to close a document, or to end. */
export type RenderAsk =
  | {
      ask: number;
      kind: 'open';
      document: number;
      party: number;
      capture: StoredCapture;
      /** The bytes that its body may have without content codings; undefined: as many as any body. */
      room: number | undefined;
    }
  | {
      ask: number;
      kind: 'piece';
      document: number;
      view: PieceView;
      position: number;
      enough: number;
    }
  | {
      ask: number;
      kind: 'match';
      document: number;
      match: Match;
      /** Milliseconds since 1970: ages count from it. */
      nowMs: number;
    }
  | { kind: 'close'; document: number }
  | { kind: 'end' };

/**
 * An answer: the bytes that a document holds, that it needs more room, a piece of it, whether a match holds for it, or the
 * cause of a failure.
 */
export type RenderAnswer = { ask: number } & (
  | { bytes: number }
  | { needsMore: true }
  | { piece: Piece }
  | { holds: boolean }
  | { failure: string }
);

interface DocumentInThread {
  party: number;
  document: CaptureDocument;
  closed: AbortController;
  blocks?: readonly Uint8Array[];
  checked?: Promise<void>;
}

// The renderer, which alone starts this thread, hands in exactly this.
const { maxBodyBytes } = workerData as RenderThreadData;
const scheduler = new TimeSlices();
const documents = new Map<number, DocumentInThread>();

if (parentPort !== null) listen(parentPort);

function listen(port: MessagePort): void {
  giveWay();
  port.on('message', (message: RenderAsk) => {
    if (message.kind === 'close') return close(message.document);
    if (message.kind === 'end') return end(port);
    const { ask } = message;
    const answering = answer(message);
    answering.then(
      (answer) => {
        const handedOver = 'piece' in answer ? [answer.piece.bytes.buffer] : [];
        port.postMessage({ ask, ...answer } satisfies RenderAnswer, handedOver);
      },
      (error) => port.postMessage({ ask, failure: String(error) } satisfies RenderAnswer),
    );
  });
}

function answer(
  message: Extract<RenderAsk, { ask: number }>,
): Promise<{ bytes: number } | { needsMore: true } | { piece: Piece } | { holds: boolean }> {
  switch (message.kind) {
    case 'open':
      return open(message);
    case 'piece':
      return piece(message);
    case 'match':
      return matches(message);
  }
}

async function open({
  document: id,
  party,
  capture: { body = new Uint8Array(), ...capture },
  room,
}: Extract<RenderAsk, { kind: 'open' }>): Promise<{ bytes: number } | { needsMore: true }> {
  const document = new CaptureDocument(capture);
  const closed = new AbortController();
  const open: DocumentInThread = { party, document, closed };
  documents.set(id, open);
  const { signal } = closed;
  const codings = contentCodings(document.headers);
  let blocks: readonly Uint8Array[];
  try {
    blocks = await scheduler.runWaiting(party, (turn) =>
      decodeBody(body, codings, maxBodyBytes, { signal, room, turn }),
    );
  } catch (error) {
    freeBlocks([body]);
    documents.delete(id);
    if (error instanceof NoRoom) return { needsMore: true };
    throw error;
  }
  if (blocks[0] !== body) freeBlocks([body]);
  open.blocks = blocks;
  if (signal.aborted) freeBlocks(blocks);
  await scheduler.run(party, document.read(blocks), signal);
  return { bytes: blocks.reduce((sum, { length }) => sum + length, 0) };
}

async function piece({
  document: id,
  view,
  position,
  enough,
}: Extract<RenderAsk, { kind: 'piece' }>): Promise<{ piece: Piece }> {
  const open = opened(id);
  const { party, document, closed } = open;
  if (view === 'full') {
    open.checked ??= scheduler.run(party, document.check(), closed.signal);
    await open.checked;
  }
  return {
    piece: await scheduler.run(party, document.piece(view, position, enough), closed.signal),
  };
}

async function matches({
  document: id,
  match,
  nowMs,
}: Extract<RenderAsk, { kind: 'match' }>): Promise<{ holds: boolean }> {
  const { party, document, closed } = opened(id);
  return {
    holds: await scheduler.run(party, document.matches(match, nowMs), closed.signal),
  };
}

function opened(id: number): DocumentInThread {
  const open = documents.get(id);
  if (open === undefined) throw new Error('The document is closed');
  return open;
}

function close(id: number): void {
  const open = documents.get(id);
  documents.delete(id);
  open?.closed.abort();
  // No step of the document runs between two messages, and none will run any more.
  freeBlocks(open?.blocks ?? []);
}

/** Gives up all documents. The thread is over once no decompressor works any more. */
function end(port: MessagePort): void {
  for (const id of [...documents.keys()]) close(id);
  port.close();
}
