import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import { ApiError } from '../http/api-error.ts';
import { networkOf } from './attempt-limit.ts';

/** Lines a minute: more of them tell an operator nothing new, and would fill his disk. */
const linesPerNetwork = 100;
const linesInAll = 1_000;
const minute = 60_000;

/** Longer ones are cut: RFC 5321 has no longer ones anyway. */
const mostCharacters = 254;

/**
 * Logs each log-in that is refused, with the client's address and the account that was tried, so that
 * operators see attacks and programs such as fail2ban can act on them. Floods are bounded: what was left out
 * is counted and told with the next line.
 */
export class RefusedLogins {
  readonly #clock: Clock;
  #since = 0;
  #lines = 0;
  #leftOut = 0;
  readonly #byNetwork = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Whatever else went wrong with a log-in is no refusal, and is passed over. */
  tell(log: Pick<Logger, 'warn'>, address: string, email: string, error: unknown): void {
    const reason = reasonOf(error);
    if (reason === undefined || !this.#hasRoom(networkOf(address))) return;
    const account = email.slice(0, mostCharacters);
    const leftOut = this.#leftOut === 0 ? {} : { leftOut: this.#leftOut };
    this.#leftOut = 0;
    log.warn({ ...leftOut, address, account, reason }, 'log-in refused');
  }

  #hasRoom(network: string): boolean {
    const now = this.#clock();
    if (now < this.#since || now >= this.#since + minute) {
      this.#since = now;
      this.#lines = 0;
      this.#byNetwork.clear();
    }
    const lines = this.#byNetwork.get(network) ?? 0;
    if (lines >= linesPerNetwork || this.#lines >= linesInAll) {
      this.#leftOut += 1;
      return false;
    }
    this.#lines += 1;
    this.#byNetwork.set(network, lines + 1);
    return true;
  }
}

function reasonOf(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  if (error.code === 'tooManyRequests') return 'too many attempts';
  return error.code === 'wrongLogin' ? String(error.cause) : undefined;
}
