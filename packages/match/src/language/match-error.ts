/** A place at which the text of a match makes no sense. The message is a sentence for its writer. */
export class MatchError extends Error {
  override readonly name = 'MatchError';
  /** The indexes of the beginning and the end of the place in the text of the match. */
  readonly start: number;
  readonly end: number;
  /** Whether more text behind it may make sense of it: somebody is still typing. */
  readonly isUnfinished: boolean;

  constructor(
    message: string,
    place: { start: number; end: number },
    options: { isUnfinished?: boolean } = {},
  ) {
    super(message);
    this.start = place.start;
    this.end = place.end;
    this.isUnfinished = options.isUnfinished ?? false;
  }
}
