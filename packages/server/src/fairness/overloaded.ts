/** There is no room, or no turn in time: the caller may come again. Answered 503. */
export class Overloaded extends Error {
  override readonly name = 'Overloaded';

  constructor(message = 'Too many requests are being read at once') {
    super(message);
  }
}
