import { errorMessage } from '@hookwell/contract/error-message';
import type { Surroundings } from '../command-line/command.ts';
import { visible } from '../output/visible.ts';
import { FailedRequests, type Route } from './failed-requests.ts';

/** So many ids are listed at the end. */
const most = 100;

/** What one run of a command could not forward: kept for `hookwell replay --failed`, and told at the end. */
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

  /** Where it cannot be written, forwarding is more important: that is said once. */
  async note(request: { id: number; endpointId: number }, isRefused: boolean): Promise<void> {
    if (isRefused) {
      this.#count += 1;
      if (this.#ids.length < most) this.#ids.push(request.id);
    }
    if (!this.#isKept) return;
    try {
      await this.#kept.note(request, isRefused);
    } catch (error) {
      this.#isKept = false;
      const reason = errorMessage(error);
      this.#world.note(
        `hookwell: Cannot keep for "replay --failed" what fails: ${visible(reason)}`,
      );
    }
  }

  /** Notes one that was never sent, since the command ended before its turn. */
  async left(request: { id: number; endpointId: number }): Promise<void> {
    this.#lastLeft = Math.max(this.#lastLeft, request.id);
    await this.note(request, true);
  }

  /** Says at the end which they were, and how to send them again. */
  tell(): void {
    if (this.#count === 0) return;
    const others = this.#count - this.#ids.length;
    const more = others === 0 ? '' : ` and ${others} more`;
    const requests = this.#count === 1 ? '1 request' : `${this.#count} requests`;
    this.#world.note(`The target did not take ${requests}: ${this.#ids.join(' ')}${more}`);
    if (this.#lastLeft > 0) {
      this.#world.note(
        `What came after ${this.#lastLeft} was not read: "--since ${this.#lastLeft}" begins there`,
      );
    }
    if (!this.#isKept) return;
    const { target, address } = this.#route;
    this.#world.note(
      `Again: hookwell replay --failed --to ${quotedWord(target.href)} --url ${quotedWord(address)}`,
    );
  }
}

/** As a shell takes it. */
function quotedWord(text: string): string {
  const shown = visible(text);
  return /^[\w.:/@%+=-]+$/.test(shown) ? shown : `'${shown.replaceAll("'", "'\\''")}'`;
}
