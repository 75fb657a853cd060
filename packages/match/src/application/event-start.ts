import type { TextTest } from '../body/value-tests.ts';
import { ComparedText } from '../text/compared-text.ts';
import { stepsOf, type Work } from '../text/work.ts';
import type { EventInBody } from './matchable-request.ts';

/** Collects the beginning of a body until the event in it is known, and tells the terms that asked for it. */
export class EventStart {
  readonly #event: EventInBody;
  readonly #work: Work;
  readonly #asked: { test: TextTest; decide: (holds: boolean) => void }[] = [];
  #start = '';
  #isKnown = false;

  constructor(event: EventInBody, work: Work) {
    this.#event = event;
    this.#work = work;
  }

  ask(test: TextTest, decide: (holds: boolean) => void): void {
    this.#asked.push({ test, decide });
  }

  push(chunk: string): void {
    if (this.#isKnown) return;
    const room = this.#event.mostCharacters - this.#start.length;
    this.#start += chunk.length > room ? chunk.slice(0, room) : chunk;
    if (chunk.length > room) this.#tell(false);
  }

  end(): void {
    if (!this.#isKnown) this.#tell(true);
  }

  #tell(isWhole: boolean): void {
    this.#isKnown = true;
    this.#work.steps += stepsOf.event * this.#start.length;
    const name = this.#event.eventOf(this.#start, isWhole);
    this.#start = '';
    const text = name === undefined ? name : new ComparedText(name, this.#work);
    for (const { test, decide } of this.#asked) decide(text !== undefined && test(text));
  }
}
