/** Bodies that must be parsed are parsed up to this size. */
export const mostParsedBytes = 2 ** 20;

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

  get isTooLargeToParse(): boolean {
    return this.length > mostParsedBytes;
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

/** What stands at a path of a parsed body; undefined if nothing does. */
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
