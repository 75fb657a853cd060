import type { IncomingMessage } from 'node:http';

type Socket = IncomingMessage['socket'];

/** One connection may ask for so many unknown tokens before the first is answered. */
const mostTokensAtOnce = 16;

/**
 * The tokens that are looked up for each connection. A sender that asks for many different ones without waiting
 * for an answer is guessing: no sender has so many endpoints that were idle until now.
 */
export class TokenGuesses {
  readonly #tokens = new WeakMap<Socket, Map<string, number>>();

  /** Notes a look-up; false if there are too many. `ended` must follow. */
  began(socket: Socket, token: string): boolean {
    let tokens = this.#tokens.get(socket);
    if (tokens === undefined) {
      tokens = new Map();
      this.#tokens.set(socket, tokens);
    }
    tokens.set(token, (tokens.get(token) ?? 0) + 1);
    return tokens.size <= mostTokensAtOnce;
  }

  ended(socket: Socket, token: string): void {
    const tokens = this.#tokens.get(socket);
    const count = (tokens?.get(token) ?? 0) - 1;
    if (count > 0) tokens?.set(token, count);
    else tokens?.delete(token);
  }
}
