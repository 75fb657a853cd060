import { StringDecoder } from 'node:string_decoder';
import type { Logger } from 'pino';
import type { TunnelName } from '../config.ts';
import { ChildProgram, type ProgramEnd } from './child-program.ts';

/** A program of the operator's that makes a tunnel: how it is started, and which addresses can be its own. */
interface TunnelProgram {
  /** As it is found on the PATH, with the words that lead it to a port of this machine. */
  command(port: number): readonly [file: string, ...words: string[]];
  /** The host names that it gives. */
  hostName: RegExp;
}

export const tunnelPrograms: Readonly<Record<TunnelName, TunnelProgram>> = {
  /** A quick tunnel, which needs no account. Its failures name `api.trycloudflare.com`, which is no tunnel. */
  cloudflared: {
    command: (port) => [
      'cloudflared',
      'tunnel',
      '--no-autoupdate',
      '--url',
      `http://127.0.0.1:${port}`,
    ],
    hostName: /^(?!api\.)[a-z0-9-]{1,63}\.trycloudflare\.com$/,
  },
  /** Funnel, in the foreground: it ends with the command. */
  tailscale: {
    command: (port) => ['tailscale', 'funnel', String(port)],
    hostName: /^(?:[a-z0-9-]{1,63}\.){2,4}ts\.net$/,
  },
};

/** Of a longer line only the beginning counts. */
const mostLineCharacters = 4096;

/** The lines of a program's output, which comes in pieces of any size. */
export class PrintedLines {
  readonly #decoder = new StringDecoder('utf8');
  #rest = '';

  /** The lines that this piece completes, without their ends. */
  add(piece: Uint8Array): string[] {
    const lines = (this.#rest + this.#decoder.write(piece)).split(/\r?\n|\r/);
    this.#rest = (lines.pop() ?? '').slice(0, mostLineCharacters);
    return lines.map((line) => line.slice(0, mostLineCharacters));
  }
}

/**
 * The origin that a line names as an address by itself, between white space or the borders of a box: no part of a longer
 * address, which may lead elsewhere.
 */
export function addressIn(line: string, hostName: RegExp): string | undefined {
  for (const word of line.split(/[\s|]+/)) {
    const [, host] = /^https:\/\/([a-z0-9.-]+)\/?$/.exec(word) ?? [];
    if (host !== undefined && hostName.test(host)) return `https://${host}`;
  }
  return undefined;
}

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
