/** Work that a thread is at. */
export interface MarkedWork {
  /** Of this work alone, and odd. */
  serial: number;
  /** Its place in what the thread was asked. */
  index: number;
  /** The time of the processor that it may take. */
  mostMs: number;
}

const [serialAt, indexAt, mostMsAt] = [0, 1, 2] as const;
const places = 3;
/** The serial once the thread is to end. */
const ending = -1;

/**
 * Memory that a thread shares with the event loop: what it is at, so that it can be ended there. It is ended in marked work
 * alone, which does nothing but to compute: to cut it off while it makes a decompressor would abort the process.
 */
export class WorkMark {
  readonly memory: SharedArrayBuffer;
  readonly #values: Int32Array;
  #lastSerial = -1;

  /** @param memory that of the event loop's side */
  constructor(memory = new SharedArrayBuffer(places * Int32Array.BYTES_PER_ELEMENT)) {
    this.memory = memory;
    this.#values = new Int32Array(memory);
  }

  /** In the thread, before anything else: whatever was here was that of the one before it. */
  begin(): void {
    Atomics.store(this.#values, serialAt, 0);
  }

  /** In the thread: does work that may be ended. Then this never returns. */
  run<Result>(index: number, mostMs: number, work: () => Result): Result {
    this.#lastSerial = (this.#lastSerial + 2) & 0x7fff_ffff;
    const serial = this.#lastSerial;
    Atomics.store(this.#values, indexAt, index);
    Atomics.store(this.#values, mostMsAt, mostMs);
    Atomics.store(this.#values, serialAt, serial);
    try {
      return work();
    } finally {
      const found = Atomics.compareExchange(this.#values, serialAt, serial, serial - 1);
      if (found === ending) Atomics.wait(this.#values, serialAt, ending);
    }
  }

  /** On the event loop: the work that the thread is at, or died at. */
  get current(): MarkedWork | undefined {
    const serial = Atomics.load(this.#values, serialAt);
    if (serial === ending || serial % 2 === 0) return undefined;
    const index = Atomics.load(this.#values, indexAt);
    return { serial, index, mostMs: Atomics.load(this.#values, mostMsAt) };
  }

  /** On the event loop: keeps the thread in this work until it is cut off. False if it is through. */
  end({ serial }: MarkedWork): boolean {
    return Atomics.compareExchange(this.#values, serialAt, serial, ending) === serial;
  }
}
