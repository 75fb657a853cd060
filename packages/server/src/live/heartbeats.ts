/** Whoever is added within a three-hundredth of an interval has turns together: not too many at once. */
const mostTicks = 300;

/** Calls for each member once in an interval, by one timer for all: a timer of its own would take 230 bytes a member. */
export class Heartbeats<Member> {
  readonly #ticks: number;
  readonly #tickMs: number;
  readonly #beat: (member: Member) => void;
  /** Each with the tick at which it is due, the next first. */
  readonly #due = new Map<Member, number>();
  #tick = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(intervalMs: number, beat: (member: Member) => void) {
    this.#ticks = Math.max(1, Math.min(mostTicks, Math.floor(intervalMs)));
    this.#tickMs = intervalMs / this.#ticks;
    this.#beat = beat;
  }

  /** The number of members. */
  get size(): number {
    return this.#due.size;
  }

  /** Its first turn comes after an interval. */
  add(member: Member): void {
    // A part of the tick under way is over.
    this.#due.set(member, this.#tick + 1 + this.#ticks);
    this.#timer ??= setInterval(() => this.#next(), this.#tickMs).unref();
  }

  delete(member: Member): void {
    this.#due.delete(member);
    if (this.#due.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #next(): void {
    this.#tick += 1;
    for (const [member, due] of this.#due) {
      if (due > this.#tick) return;
      this.#due.delete(member);
      this.#due.set(member, due + this.#ticks);
      this.#beat(member);
    }
  }
}
