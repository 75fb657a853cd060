/** A question to a thread, and its answer. Both are plain values: classes do not cross between threads. */
interface Exchange {
  ask: unknown;
  answer: unknown;
}

/** The questions that a thread answers, by name. */
export type ExchangesOf<Exchanges> = { [Kind in keyof Exchanges]: Exchange };

/** The questions that functions answer, each by its name. */
export type AnsweredBy<Functions> = {
  [Kind in keyof Functions]: Functions[Kind] extends (
    ask: infer Ask,
    ...rest: never[]
  ) => infer Answer
    ? { ask: Ask; answer: Awaited<Answer> }
    : never;
};

/** A thread, as those see it who ask it. */
export interface Thread<Exchanges extends ExchangesOf<Exchanges>> {
  /**
   * @param transfer memory that is handed over, not copied
   * @throws {NotAnswered} if the thread cannot answer, dies, or is to end; where it is asked for the store, {StoreUnavailable}
   */
  ask<Kind extends keyof Exchanges>(
    kind: Kind,
    ask: Exchanges[Kind]['ask'],
    transfer?: readonly ArrayBuffer[],
  ): Promise<Exchanges[Kind]['answer']>;
}

/** The thread could not answer, it died, or the server stops. */
export class NotAnswered extends Error {
  override readonly name = 'NotAnswered';
}

/** A question; its `id` ties the answer to it. */
export interface Question {
  id: number;
  kind: string;
  ask: unknown;
}

export type ToThread = Question | 'end';

/** An error on its way from a thread. */
export interface ThreadError {
  name: string;
  message: string;
}

/** An answer, or the cause of a failure. A note tells of the thread itself, also by itself. */
export type FromThread =
  | { id: number; answer: unknown; note?: unknown }
  | { id: number; failure: ThreadError }
  | { note: unknown };

/** The bytes in a buffer of their own: as they are if they have one, else as a copy. */
export function ownBytes(bytes: Uint8Array = new Uint8Array()): Uint8Array<ArrayBuffer> {
  const { buffer } = bytes;
  const isWhole = buffer instanceof ArrayBuffer && buffer.byteLength === bytes.byteLength;
  return new Uint8Array(isWhole ? buffer : bytes);
}
