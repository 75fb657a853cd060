import { parseContentType } from '../../http/content-type.ts';
import { findHeader } from '../schemes/headers.ts';
import type { BodyHashing } from './method.ts';

/** The head of a part is longer than this for no field that is asked for; neither is its value. */
const mostBytes = 4096;
const mostParts = 1000;
const endOfHead = '\r\n\r\n';

/**
 * Reads some fields of a multipart form (RFC 7578) while it arrives: attachments pass by. Of fields with one name the first
 * counts.
 */
export class MultipartFields implements BodyHashing {
  readonly #delimiter: Buffer;
  readonly #wanted: ReadonlySet<string>;
  readonly #fields = new Map<string, string>();
  /** The bytes that came and tell too little yet. The first delimiter has no line before it. */
  #rest: Buffer = Buffer.from('\r\n');
  #parts = 0;
  /** The field whose value is being read, and what came of it; `head`: the head of a part is. */
  #at: 'head' | { name: string; value: Buffer } | undefined;

  constructor(boundary: string, wanted: readonly string[]) {
    this.#delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1');
    this.#wanted = new Set(wanted);
  }

  get(name: string): string | undefined {
    return this.#fields.get(name);
  }

  update(piece: Uint8Array): void {
    if (this.#parts > mostParts) return;
    this.#rest = Buffer.concat([this.#rest, piece]);
    while (this.#at === 'head' ? this.#readHead() : this.#readContent());
  }

  /** Whether there is more to read in what came. */
  #readHead(): boolean {
    const end = this.#rest.subarray(0, mostBytes).indexOf(endOfHead);
    if (end === -1 && this.#rest.length < mostBytes) return false;
    const name = end === -1 ? undefined : nameIn(this.#rest.toString('latin1', 0, end));
    const isWanted = name !== undefined && this.#wanted.has(name) && !this.#fields.has(name);
    this.#at = isWanted ? { name, value: Buffer.alloc(0) } : undefined;
    // An empty value has the delimiter right behind the head.
    if (end !== -1) this.#rest = this.#rest.subarray(end + endOfHead.length - 2);
    return true;
  }

  #readContent(): boolean {
    const found = this.#rest.indexOf(this.#delimiter);
    const end = found === -1 ? Math.max(0, this.#rest.length - this.#delimiter.length + 1) : found;
    this.#keep(this.#rest.subarray(0, end));
    if (found === -1) {
      this.#rest = Buffer.from(this.#rest.subarray(end));
      return false;
    }
    if (typeof this.#at === 'object') {
      // The line break before it ends the head.
      this.#fields.set(this.#at.name, this.#at.value.toString('utf8', 2));
    }
    this.#parts += 1;
    this.#at = 'head';
    this.#rest = this.#rest.subarray(found + this.#delimiter.length);
    return this.#parts <= mostParts;
  }

  #keep(bytes: Buffer): void {
    if (typeof this.#at !== 'object') return;
    const value = Buffer.concat([this.#at.value, bytes]);
    this.#at = value.length > mostBytes ? undefined : { ...this.#at, value };
  }
}

/** The name of a field that is no file; undefined if it is one. */
function nameIn(head: string): string | undefined {
  const line = /^content-disposition:(.*)$/im.exec(head)?.[1];
  const { parameters } = parseContentType(line?.trim());
  const isFile = parameters.has('filename') || parameters.has('filename*');
  return isFile ? undefined : parameters.get('name');
}

/** The boundary of a multipart form; undefined if a request is none. */
export function boundaryOf(headers: readonly string[]): string | undefined {
  const { mediaType, parameters } = parseContentType(findHeader(headers, 'content-type'));
  return mediaType === 'multipart/form-data' ? parameters.get('boundary') : undefined;
}
