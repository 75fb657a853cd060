import { JsonTokenizer, startOfJson } from '@hookwell/bodies/json';
import { stepsOf, type Work } from '../text/work.ts';
import { AskedValues } from './asked-values.ts';
import type { JsonNode } from './json-node.ts';

/** So many characters are read between two pauses: some 0.5 ms. */
const charactersOfTurn = 32 * 1024;

/**
 * Reads one JSON text in chunks, with a byte order mark before it or not. Nodes that were asked for keep their values.
 */
export class JsonScanner {
  readonly #values: AskedValues;
  readonly #tokenizer: JsonTokenizer;
  readonly #work: Work;
  #isFirst = true;

  constructor(root: JsonNode, work: Work) {
    this.#values = new AskedValues(root);
    this.#tokenizer = new JsonTokenizer(this.#values);
    this.#work = work;
  }

  get failed(): boolean {
    return this.#tokenizer.fault !== undefined;
  }

  push(chunk: string): void {
    this.#read(chunk, this.#begin(chunk), chunk.length);
    if (!this.failed) this.#values.endChunk();
  }

  /** The same with pauses in a long chunk. */
  *pushInSteps(chunk: string): Generator<void, void> {
    let at = this.#begin(chunk);
    for (; at + charactersOfTurn < chunk.length && !this.failed; at += charactersOfTurn) {
      this.#read(chunk, at, at + charactersOfTurn);
      yield;
    }
    this.#read(chunk, at, chunk.length);
    if (!this.failed) this.#values.endChunk();
  }

  /** Gives the index at which the JSON of the chunk begins. */
  #begin(chunk: string): number {
    this.#values.beginChunk(chunk);
    if (!this.#isFirst || chunk === '') return 0;
    this.#isFirst = false;
    return startOfJson(chunk);
  }

  #read(chunk: string, start: number, end: number): void {
    this.#work.steps += stepsOf.json * (end - start);
    this.#tokenizer.read(chunk, start, end);
  }

  /** Ends the text. Gives whether all of it was one JSON text. */
  end(): boolean {
    this.#values.beginChunk('');
    return this.#tokenizer.end(0);
  }
}
