import type { IncomingMessage } from 'node:http';

type Socket = IncomingMessage['socket'];

/** So many addresses that are not known yet may be asked for on one connection before the first is answered. */
const mostAtOnce = 16;

/**
 * The addresses that are looked up for each connection. Whoever asks for many different ones without waiting for
 * an answer is guessing: no sender has so many endpoints that nobody has sent to lately.
 */
export class Guesses {
  readonly #tokens = new WeakMap<Socket, Map<string, number>>();

  /** Notes a look-up; false where it is one too many. `ended` must follow. */
  began(socket: Socket, token: string): boolean {
    let tokens = this.#tokens.get(socket);
    if (tokens === undefined) {
      tokens = new Map();
      this.#tokens.set(socket, tokens);
    }
    tokens.set(token, (tokens.get(token) ?? 0) + 1);
    return tokens.size <= mostAtOnce;
  }

  ended(socket: Socket, token: string): void {
    const tokens = this.#tokens.get(socket);
    const count = (tokens?.get(token) ?? 0) - 1;
    if (count > 0) tokens?.set(token, count);
    else tokens?.delete(token);
  }
}
