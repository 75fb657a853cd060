/** A question to a database thread, and its answer. Both are plain values: classes do not cross between threads. */
interface Exchange {
  ask: unknown;
  answer: unknown;
}

/** A thread that owns a connection, as the event loop sees it. `Exchanges` are the questions that it answers, by name. */
export interface DatabaseThread<Exchanges extends { [Kind in keyof Exchanges]: Exchange }> {
  /**
   * Buffers in `transfer` are handed over, not copied.
   *
   * @throws {StoreUnavailable} if the thread ended before it answered
   */
  ask<Kind extends keyof Exchanges>(
    kind: Kind,
    ask: Exchanges[Kind]['ask'],
    transfer?: ArrayBuffer[],
  ): Promise<Exchanges[Kind]['answer']>;
}
