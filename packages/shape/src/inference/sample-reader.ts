import { JsonTokenizer, startOfJson } from '@hookwell/bodies/json';
import { SampleTokens } from './sample-tokens.ts';
import { Shape } from './shape.ts';

/** Reads one sample, in pieces that may end anywhere. Takes time linear in its characters, and bounded memory. */
export class SampleReader {
  readonly #shape = new Shape();
  readonly #tokens = new SampleTokens(this.#shape);
  readonly #tokenizer = new JsonTokenizer(this.#tokens);
  #isFirst = true;

  push(chunk: string): void {
    if (chunk === '' || this.#tokenizer.fault !== undefined) return;
    this.#tokens.piece = chunk;
    this.#tokenizer.read(chunk, this.#isFirst ? startOfJson(chunk) : 0);
    this.#isFirst = false;
    this.#tokens.endPiece();
  }

  /** The shape of this sample; `undefined` if the text is no JSON. */
  end(): Shape | undefined {
    if (!this.#tokenizer.end(0)) return undefined;
    this.#shape.countSample();
    return this.#shape;
  }
}
