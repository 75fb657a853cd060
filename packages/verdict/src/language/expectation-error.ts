/** A place at which a text of expectations makes no sense. The message is a sentence for its writer. */
export class ExpectationError extends Error {
  override readonly name = 'ExpectationError';
  /** The indexes of the beginning and the end of the place in the text. */
  readonly start: number;
  readonly end: number;

  constructor(message: string, place: { start: number; end: number }) {
    super(message);
    this.start = place.start;
    this.end = place.end;
  }
}
