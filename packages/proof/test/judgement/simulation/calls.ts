import type { Random } from '../../../../server/test/random.ts';
import type { Process, SimulatedTime } from './time.ts';

/** A call as its client sees it: its result, or nothing if no answer came. */
export interface Called<Result> {
  began: number;
  ended: number;
  result?: { value: Result };
}

/** Makes calls that are slow, and whose answers or effects go astray: the more, the worse the weather. */
export class Calls {
  readonly #time: SimulatedTime;
  readonly #random: Random;
  /** In some histories all times are whole milliseconds, so that many things happen at the same time. */
  readonly #isCoarse: boolean;
  /** How often a call has no answer. */
  trouble = 0.1;

  constructor(time: SimulatedTime, random: Random) {
    this.#time = time;
    this.#random = random;
    this.#isCoarse = random.chance(0.3);
  }

  /** A while, in milliseconds: mostly short. */
  pause(most: number): number {
    const pause = most * this.#random.next() ** 2;
    return this.#isCoarse ? Math.floor(pause) : pause;
  }

  /** The effect takes place during the call; or, if no answer comes, during it, later, or never. */
  *call<Result>(effect: () => Process<Result>): Process<Called<Result>> {
    const began = this.#time.now;
    yield this.pause(20);
    if (!this.#random.chance(this.trouble)) {
      const value = yield* effect();
      yield this.pause(20);
      return { began, ended: this.#time.now, result: { value } };
    }
    const fate = this.#random.pick(['in time', 'late', 'very late', 'never']);
    const delay = fate === 'in time' ? 0 : this.pause(fate === 'late' ? 60 : 500);
    if (fate !== 'never') this.#time.start(withoutResult(effect()), delay);
    yield this.pause(30);
    return { began, ended: this.#time.now };
  }
}

function* withoutResult(process: Process<unknown>): Process {
  yield* process;
}
