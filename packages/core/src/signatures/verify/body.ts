/** Bodies that must be parsed are parsed up to this size. */
const mostParsedBytes = 2 ** 20;
/** Parsing takes time for each value more than for each byte, and the event loop waits for it: some milliseconds for so many. */
const mostValues = 10_000;
/** As many as web frameworks take. */
const mostFields = 1000;

/** The body of a request, in the pieces that came. */
export class Body {
  readonly pieces: readonly Uint8Array[];
  readonly length: number;
  #whole: Uint8Array | undefined;

  constructor(pieces: readonly Uint8Array[]) {
    this.pieces = pieces;
    this.length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  }

  whole(): Uint8Array {
    this.#whole ??= this.pieces.length === 1 ? this.pieces[0] : undefined;
    this.#whole ??= Buffer.concat(this.pieces, this.length);
    return this.#whole;
  }

  /** Why its JSON is not parsed, in one sentence; undefined if that takes little time. */
  get jsonRefusal(): string | undefined {
    if (this.length > mostParsedBytes) return 'A body of more than 1 MiB is not parsed.';
    return hasMoreValues(this.whole(), mostValues)
      ? `JSON of more than ${mostValues} values is not parsed.`
      : undefined;
  }

  /** Why its form is not parsed. */
  get formRefusal(): string | undefined {
    if (this.length > mostParsedBytes) return 'A form of more than 1 MiB is not parsed.';
    let at = -1;
    for (let fields = 1; fields <= mostFields; fields += 1) {
      at = this.whole().indexOf(ampersand, at + 1);
      if (at === -1) return undefined;
    }
    return `A form of more than ${mostFields} fields is not parsed.`;
  }

  /** Whether it begins as the JSON of an object does that no white space stands before. */
  get beginsAsObject(): boolean {
    return this.pieces.find(({ length }) => length > 0)?.[0] === brace;
  }

  text(): string {
    return new TextDecoder().decode(this.whole());
  }

  /** Undefined if it is no JSON. */
  json(): unknown {
    try {
      return JSON.parse(this.text());
    } catch {
      return undefined;
    }
  }
}

const [ampersand = 0, quote, backslash, comma, brace, bracket] = Buffer.from('&"\\,{[');

/** Whether JSON has more values than so many, or about as many: each follows a comma or an opening. */
function hasMoreValues(json: Uint8Array, most: number): boolean {
  if (json.length <= most) return false;
  let values = 1;
  let isText = false;
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at];
    if (byte === quote) isText = !isText;
    else if (isText) at += byte === backslash ? 1 : 0;
    else if (byte === comma || byte === brace || byte === bracket) values += 1;
  }
  return values > most;
}

/** The value at a path of a parsed body; undefined if there is none. */
export function valueAt(value: unknown, path: readonly string[]): unknown {
  let at = value;
  for (const name of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return undefined;
    at = Reflect.get(at, name);
  }
  return at;
}

/** The same, if it is a text or a number. */
export function textIn(value: unknown, path: readonly string[]): string | undefined {
  const found = valueAt(value, path);
  return typeof found === 'string' || typeof found === 'number' ? String(found) : undefined;
}
