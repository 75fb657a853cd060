import { errorMessage } from '@hookwell/contract/error-message';
import type { Surroundings } from '../command-line/command.ts';
import { counted } from '../output/amounts.ts';
import { visible } from '../output/visible.ts';
import { FailedRequests, type Route } from './failed-requests.ts';

/** The most ids that are listed at the end. */
const mostListedIds = 100;

/** The requests that one run of a command could not forward, kept for `hookwell replay --failed` and listed at its end. */
export class FailureLog {
  readonly #kept: FailedRequests;
  readonly #route: Route;
  readonly #world: Pick<Surroundings, 'note'>;
  readonly #ids: number[] = [];
  #count = 0;
  #isKept = true;
  #lastLeft = 0;

  constructor(world: Pick<Surroundings, 'environment' | 'note'>, route: Route) {
    this.#kept = new FailedRequests(world.environment, route);
    this.#route = route;
    this.#world = world;
  }

  /** Notes the outcome of one request. Forwarding goes on if it cannot be written; one note says so. */
  async note(request: { id: number; endpointId: number }, isRefused: boolean): Promise<void> {
    if (isRefused) {
      this.#count += 1;
      if (this.#ids.length < mostListedIds) this.#ids.push(request.id);
    }
    if (!this.#isKept) return;
    try {
      await this.#kept.note(request, isRefused);
    } catch (error) {
      this.#isKept = false;
      const reason = errorMessage(error);
      this.#world.note(
        `hookwell: Cannot keep failed requests for "replay --failed": ${visible(reason)}`,
      );
    }
  }

  /** Notes a request that was never sent, because the command ended before its turn. */
  async left(request: { id: number; endpointId: number }): Promise<void> {
    this.#lastLeft = Math.max(this.#lastLeft, request.id);
    await this.note(request, true);
  }

  /** Lists the failed requests at the end; gives the words of the command that sends them again, if they are kept. */
  tell(): string | undefined {
    if (this.#count === 0) return undefined;
    const others = this.#count - this.#ids.length;
    const more = others === 0 ? '' : ` and ${others} more`;
    const requests = counted(this.#count, 'request');
    this.#world.note(`The target did not take ${requests}: ${this.#ids.join(' ')}${more}`);
    if (this.#lastLeft > 0) {
      this.#world.note(
        `Requests after ${this.#lastLeft} were not read: "--since ${this.#lastLeft}" begins there`,
      );
    }
    if (!this.#isKept) return undefined;
    const { target, address } = this.#route;
    return `hookwell replay --failed --to ${quotedWord(target.href)} --url ${quotedWord(address)}`;
  }
}

/** The text as one word of a shell. */
export function quotedWord(text: string): string {
  const shown = visible(text);
  return /^[\w.:/@%+=-]+$/.test(shown) ? shown : `'${shown.replaceAll("'", "'\\''")}'`;
}
