import type { Logger } from 'pino';
import type { TunnelName } from '../config.ts';
import { ChildProgram, type ProgramEnd } from './child-program.ts';
import { addressIn, PrintedLines } from './printed-lines.ts';
import { tunnelPrograms } from './programs.ts';

/** The start waits for so long for the public address. */
const addressDeadlineMs = 30_000;
/** So much of the last line that the program printed stands in the log. */
const mostSaidCharacters = 200;
/** The exit code of a shell that does not find a command. */
const notFound = 127;

/**
 * A tunnel that a program of the operator's makes. Without it the service goes on as if there had been none: each
 * failure is one line of the log.
 */
export class Tunnel {
  /** Resolves with the public address, `undefined` if there is none: the program is absent, has ended, or was silent. */
  readonly address: Promise<string | undefined>;
  readonly #name: TunnelName;
  readonly #log: Pick<Logger, 'info' | 'warn'>;
  readonly #program: ChildProgram;
  #isEnding = false;
  /** What it printed last, as long as there is no address: later lines may have those of senders. */
  #said = '';

  /** @param use given the address once it is known, and `undefined` if the program then ends by itself */
  constructor(
    name: TunnelName,
    port: number,
    log: Pick<Logger, 'info' | 'warn'>,
    use: (address: string | undefined) => void,
    deadlineMs = addressDeadlineMs,
  ) {
    this.#name = name;
    this.#log = log;
    const { command, hostName } = tunnelPrograms[name];
    const found = Promise.withResolvers<string>();
    const lines = { out: new PrintedLines(), error: new PrintedLines() };
    let isFound = false;
    this.#program = new ChildProgram(command(port), (stream, piece) => {
      if (isFound) return;
      for (const line of lines[stream].add(piece)) {
        const address = addressIn(line, hostName);
        if (line.trim() !== '') this.#said = line.trim();
        if (address === undefined) continue;
        isFound = true;
        this.#said = '';
        found.resolve(address);
        return;
      }
    });
    this.address = this.#wait(found.promise, deadlineMs);
    void this.address.then(async (address) => {
      if (address === undefined) return;
      use(address);
      const { code } = await this.#program.ended;
      if (this.#isEnding) return;
      use(undefined);
      this.#warn(`has ended (${code}): senders elsewhere cannot reach this service any more`);
    });
  }

  /** Ends the program; resolves once it has ended. */
  async close(): Promise<void> {
    this.#isEnding = true;
    await this.#program.end();
  }

  async #wait(found: Promise<string>, deadlineMs: number): Promise<string | undefined> {
    const silence = Promise.withResolvers<'silent'>();
    const timer = setTimeout(() => silence.resolve('silent'), deadlineMs);
    const first = await Promise.race([found, this.#program.ended, silence.promise]);
    clearTimeout(timer);
    if (typeof first === 'object') this.#tellEnd(first);
    else if (first === 'silent') {
      this.#warn(`named no public address within ${deadlineMs / 1000} s, so it was ended`);
      await this.close();
    } else {
      this.#log.info({ tunnel: this.#name, receiveBaseUrl: first }, 'The tunnel is open');
      return first;
    }
    return undefined;
  }

  #tellEnd({ code, cause }: ProgramEnd): void {
    if (this.#isEnding) return;
    if (code === notFound || cause !== undefined) {
      this.#said = '';
      this.#warn('is not on the PATH');
    } else this.#warn(`ended (${code}) before it named a public address`);
  }

  #warn(what: string): void {
    const said = this.#said.slice(0, mostSaidCharacters);
    this.#log.warn(
      { tunnel: this.#name, ...(said !== '' && { said }) },
      `The tunnel's program ${what}. The service goes on without a tunnel`,
    );
  }
}
