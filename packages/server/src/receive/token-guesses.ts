import type { HttpRequest } from '../connections/exchange.ts';
import { Tally } from '../fairness/tally.ts';

type Socket = HttpRequest['socket'];

/** One connection may ask for so many unknown tokens before the first is answered. */
const mostTokensAtOnce = 16;

/**
 * The tokens that are looked up for each connection. A sender that asks for many different ones without waiting
 * for an answer is guessing: no sender has so many endpoints that were idle until now.
 */
export class TokenGuesses {
  readonly #tokens = new WeakMap<Socket, Tally<string>>();

  /** Notes a look-up; false if there are too many. `ended` must follow. */
  began(socket: Socket, token: string): boolean {
    let tokens = this.#tokens.get(socket);
    if (tokens === undefined) {
      tokens = new Tally();
      this.#tokens.set(socket, tokens);
    }
    tokens.add(token, 1);
    return tokens.size <= mostTokensAtOnce;
  }

  ended(socket: Socket, token: string): void {
    this.#tokens.get(socket)?.add(token, -1);
  }
}
