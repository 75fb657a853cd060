import { StringDecoder } from 'node:string_decoder';

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
