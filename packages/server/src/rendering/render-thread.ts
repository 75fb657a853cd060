import { workerData } from 'node:worker_threads';
import type { StoredCapture } from '../capture-log/captures.ts';
import { giveWay } from '../fairness/thread-priority.ts';
import { TimeSlices } from '../fairness/time-slices.ts';
import { answerQuestions } from '../threads/answer-questions.ts';
import type { AnsweredBy } from '../threads/messages.ts';
import { freeBlocks } from './block-buffer.ts';
import {
  CaptureDocument,
  type MatchTried,
  type Piece,
  type PieceView,
} from './capture-document.ts';
import { contentCodings, decodeBody, NoRoom } from './content-coding.ts';

/** The settings that the thread is started with. */
export interface RenderThreadData {
  /** Bounds decompressed bodies. */
  maxBodyBytes: number;
}

interface OpenAsk {
  /** A number of its own. */
  document: number;
  party: number;
  capture: StoredCapture;
  /** The bytes that its body may have without content codings; undefined: as many as any body. */
  room: number | undefined;
}

interface PieceAsk {
  document: number;
  view: PieceView;
  position: number;
  enough: number;
}

interface MatchAsk extends MatchTried {
  document: number;
}

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

const answers = { open, piece, match, close };
export type RenderExchanges = AnsweredBy<typeof answers>;

giveWay('reading');
answerQuestions<RenderExchanges>(answers, {
  transfer: (answer) => (typeof answer === 'object' ? [answer.bytes.buffer] : []),
  // The thread is over once no decompressor works any more.
  end: () => [...documents.keys()].forEach(close),
});

/** Gives the bytes that the document holds. */
async function open(
  { document: id, party, capture: { body = new Uint8Array(), ...capture }, room }: OpenAsk,
  givenUp?: AbortSignal,
): Promise<number | 'needsMore'> {
  const document = new CaptureDocument(capture);
  const closed = new AbortController();
  const { signal } = closed;
  const open: DocumentInThread = { party, document, closed };
  documents.set(id, open);
  givenUp?.addEventListener('abort', () => close(id), { once: true });
  const codings = contentCodings(document.headers);
  try {
    const blocks = await scheduler.runWaiting(party, (turn) =>
      decodeBody(body, codings, maxBodyBytes, { signal, room, turn }),
    );
    if (blocks[0] !== body) freeBlocks([body]);
    open.blocks = blocks;
    if (signal.aborted) freeBlocks(blocks);
    await scheduler.run(party, document.read(blocks), { signal });
    return blocks.reduce((sum, { length }) => sum + length, 0);
  } catch (error) {
    freeBlocks([body]);
    close(id);
    if (error instanceof NoRoom) return 'needsMore';
    throw error;
  }
}

async function piece({ document: id, view, position, enough }: PieceAsk): Promise<Piece> {
  const open = opened(id);
  const { party, document, closed } = open;
  if (view === 'full') {
    open.checked ??= scheduler.run(party, document.check(), { signal: closed.signal });
    await open.checked;
  }
  return await scheduler.run(party, document.piece(view, position, enough), {
    signal: closed.signal,
  });
}

async function match({ document: id, ...tried }: MatchAsk): Promise<boolean> {
  const { party, document, closed } = opened(id);
  return await scheduler.run(party, document.matches(tried), { signal: closed.signal });
}

function opened(id: number): DocumentInThread {
  const open = documents.get(id);
  if (open === undefined) throw new Error('The document is closed');
  return open;
}

function close(id: number): undefined {
  const open = documents.get(id);
  documents.delete(id);
  open?.closed.abort();
  // No step of the document runs between two messages, and none will run any more.
  freeBlocks(open?.blocks ?? []);
}
