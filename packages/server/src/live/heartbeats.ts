/** Whoever is added within a three-hundredth of an interval has turns together: not too many at once. */
const looksInInterval = 300;

/** Calls for each member once in an interval, by one timer for all: a timer of its own would take 230 bytes a member. */
export class Heartbeats<Member> {
  readonly #intervalMs: number;
  readonly #beat: (member: Member) => void;
  /** Each with the time at which it is due, in whole milliseconds of `performance.now()`: the next first. */
  readonly #due = new Map<Member, number>();
  #timer: NodeJS.Timeout | undefined;

  constructor(intervalMs: number, beat: (member: Member) => void) {
    this.#intervalMs = intervalMs;
    this.#beat = beat;
  }

  /** The number of members. */
  get size(): number {
    return this.#due.size;
  }

  /** Its first turn comes after an interval. */
  add(member: Member): void {
    this.#due.set(member, Math.ceil(performance.now() + this.#intervalMs));
    this.#timer ??= setInterval(() => this.#look(), this.#intervalMs / looksInInterval).unref();
  }

  delete(member: Member): void {
    this.#due.delete(member);
    if (this.#due.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #look(): void {
    const now = performance.now();
    for (const [member, due] of this.#due) {
      if (due > now) return;
      this.#due.delete(member);
      // After a pause of the process each keeps its place among the others, as far as it can.
      this.#due.set(member, Math.max(due + this.#intervalMs, Math.floor(now) + 1));
      this.#beat(member);
    }
  }
}
