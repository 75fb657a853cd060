import type { Logger } from 'pino';
import { networkOf } from '../connections/client-address.ts';
import { Tally } from '../fairness/tally.ts';
import type { Clock } from '../parts.ts';
import { Refusal } from '../refusal.ts';

/** So many lines are logged in a window: more tell an operator nothing new, and would fill the disk. */
const mostLinesPerNetwork = 100;
const mostLines = 1000;
const windowMs = 60_000;

/** An email has at most so many characters (RFC 5321). Longer ones are cut. */
const mostCharacters = 254;

/**
 * Logs each log-in that is refused, with the client's address and the account that was tried, so that
 * operators see attacks and programs such as fail2ban can act on them. Floods are bounded: the next line has
 * the number of lines that were left out.
 */
export class RefusedLogins {
  readonly #clock: Clock;
  #since = 0;
  #leftOut = 0;
  /** Lines that were logged in this window. */
  #lines = new Tally<string>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Logs the failure of a log-in if it is a refusal. */
  tell(log: Pick<Logger, 'warn'>, address: string, email: string, error: unknown): void {
    const reason = reasonOf(error);
    if (reason !== undefined) this.tellReason(log, address, email, reason);
  }

  /** Logs the reason. */
  tellReason(
    log: Pick<Logger, 'warn'>,
    address: string,
    email: string,
    reason: string,
    message = 'log-in refused',
  ): void {
    if (!this.#hasRoom(networkOf(address))) return;
    const account = email.slice(0, mostCharacters);
    const leftOut = this.#leftOut === 0 ? {} : { leftOut: this.#leftOut };
    this.#leftOut = 0;
    log.warn({ ...leftOut, address, account, reason }, message);
  }

  #hasRoom(network: string): boolean {
    const now = this.#clock();
    if (now < this.#since || now >= this.#since + windowMs) {
      this.#since = now;
      this.#lines = new Tally();
    }
    if (this.#lines.of(network) >= mostLinesPerNetwork || this.#lines.total >= mostLines) {
      this.#leftOut += 1;
      return false;
    }
    this.#lines.add(network, 1);
    return true;
  }
}

function reasonOf(error: unknown): string | undefined {
  if (!(error instanceof Refusal)) return undefined;
  if (error.code === 'tooManyRequests') return 'too many attempts';
  return error.code === 'wrongLogin' ? String(error.cause) : undefined;
}
