const place = '{id}';
const digits = 12;

/** The bytes of a request, with another id in each if its headers have a place for one. */
export class LoadRequest {
  readonly url: string;
  /** Requests answered 200. */
  answered = 0;
  readonly #bytes: Buffer;
  /** The places of ids in the bytes. */
  readonly #at: readonly number[];
  #sent = 0;

  constructor(url: string, body: string, headers = '') {
    this.url = url;
    const { pathname, search, host } = new URL(url);
    const head =
      `POST ${pathname}${search} HTTP/1.1\r\nHost: ${host}\r\nUser-Agent: hookwell-bench\r\n` +
      `Accept: */*\r\nContent-Type: application/json\r\nX-Bench-Event: ping\r\n${headers}` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n`;
    const parts = head.split(place);
    const beforeEach = parts.slice(0, -1).map((_, index) => parts.slice(0, index + 1).join(''));
    this.#at = beforeEach.map((before, index) => before.length + index * digits);
    this.#bytes = Buffer.from(parts.join('0'.repeat(digits)) + body);
  }

  /** The bytes of the next request, until the one after it is asked for. */
  next(): Buffer {
    if (this.#at.length === 0) return this.#bytes;
    const id = String(++this.#sent).padStart(digits, '0');
    const bytes = Buffer.from(this.#bytes);
    for (const at of this.#at) bytes.write(id, at, 'latin1');
    return bytes;
  }
}
