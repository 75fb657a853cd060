import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CommittedGroup } from '../../src/capture-log/announcements.ts';
import type { CaptureLog, Page, PageQuery, Scope } from '../../src/capture-log/capture-log.ts';
import type { StoredCapture } from '../../src/capture-log/captures.ts';
import { newCapture } from './new-capture.ts';

/** Events that could happen next; the test decides in which order. */
export class Script {
  readonly #pending: (() => void)[] = [];

  get isDone(): boolean {
    return this.#pending.length === 0;
  }

  /** Resolves with the result of `happen`, when the test lets it happen. */
  later<Result>(happen: () => Result): Promise<Result> {
    return new Promise((resolve) => this.#pending.push(() => resolve(happen())));
  }

  async happen(choice: number): Promise<void> {
    const [next] = this.#pending.splice(choice % Math.max(1, this.#pending.length), 1);
    next?.();
    await settled();
  }
}

/** Runs everything that waits for nothing but its turn of the event loop. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await nextTurn();
}

/** A capture log in memory that reads, and announces what it committed, when the script says so. */
export class ScriptedLog implements CaptureLog {
  committedThrough = 0;
  readonly committed: (StoredCapture & { accountId: number })[] = [];
  readonly #script: Script;
  readonly #listeners = new Set<{
    hear: (group: CommittedGroup) => void;
    followsOthers: () => boolean;
  }>();

  constructor(script: Script) {
    this.#script = script;
  }

  /** Makes captures visible to reads from now on; they are announced later. */
  commit(accountId: number, endpointId: number, bodySize: number): void {
    const id = this.committed.length + 1;
    this.committed.push({
      ...newCapture(endpointId),
      id,
      accountId,
      bodySize,
      body: Buffer.alloc(0),
    });
  }

  /**
   * Announces the next captures in one group, `count` of them at most. Captures that are not in memory came from
   * another node: if their account has no listener, nothing more is announced of them.
   */
  announce(count: number, atHand: 'all' | 'none' | 'some'): void {
    const from = this.committedThrough;
    const group = this.committed.slice(from, from + count);
    if (group.length === 0) return;
    this.committedThrough = from + group.length;
    const isAtHand = (id: number) => atHand === 'all' || (atHand === 'some' && id % 2 === 0);
    const captures = group
      .filter(({ id }) => isAtHand(id))
      .map(({ id, accountId, body: _, ...capture }) => {
        return { id, accountId, capture: { ...capture, body: [] } };
      });
    const elsewhere = this.isFollowed ? group.filter(({ id }) => !isAtHand(id)) : [];
    for (const { hear } of this.#listeners) {
      hear({ through: this.committedThrough, captures, elsewhere });
    }
  }

  /** Whether a listener wants to hear of captures of other nodes. */
  get isFollowed(): boolean {
    return [...this.#listeners].some(({ followsOthers }) => followsOthers());
  }

  onCommitted(
    hear: (group: CommittedGroup) => void,
    followsOthers: () => boolean = () => false,
  ): () => void {
    const listener = { hear, followsOthers };
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  onStored(): () => void {
    throw new Error('live streams hear of what every node stored');
  }

  /** The snapshot is taken some time after the call, the answer comes some time after the snapshot. */
  async readPage(scope: Scope, { after = 0 }: PageQuery): Promise<Page> {
    const found = await this.#script.later(() =>
      this.committed.filter((capture) => capture.id > after && isIn(scope, capture)),
    );
    return await this.#script.later(() => ({
      captures: found.slice(0, 3),
      more: found.length > 3,
    }));
  }

  append = unused;
  readListPage = unused;
  readIds = unused;
  readByIds = unused;
  search = unused;
  readOne = unused;
  oldestReceivedAt = unused;
  removeOne = unused;
  readDeliveries = unused;
  noteAnswers = unused;
  clear = unused;
  usage = unused;
  removeOldest = unused;
  purge = unused;
  releaseSpace = unused;
}

function unused(): Promise<never> {
  return Promise.reject(new Error('live streams only read'));
}

export function isIn(scope: Scope, capture: { accountId: number; endpointId: number }): boolean {
  const { accountId, endpointId = capture.endpointId } = scope;
  return capture.accountId === accountId && capture.endpointId === endpointId;
}

/** A real response whose socket takes each write when the script says so. */
export function scriptedResponse(script: Pick<Script, 'later'>): {
  response: ServerResponse;
  text: () => string;
} {
  const taken: Buffer[] = [];
  const socket = new Duplex({
    read() {},
    write(piece: Buffer, _encoding, done) {
      void script.later(() => {
        taken.push(piece);
        done();
      });
    },
    writableHighWaterMark: 100,
  });
  const request = new IncomingMessage(new Socket());
  // Chunked encoding is off, so that the socket takes exactly the bytes that were written.
  request.httpVersionMajor = 1;
  request.httpVersionMinor = 0;
  const response = new ServerResponse(request);
  // A response writes to any duplex stream; its type asks for one of the network.
  response.assignSocket(socket as Socket);
  response.writeHead(200);
  // An HTTP server does this for its responses.
  socket.on('drain', () => response.emit('drain'));
  response.on('finish', () => response.emit('close'));
  return { response, text: () => Buffer.concat(taken).toString().split('\r\n\r\n')[1] ?? '' };
}
