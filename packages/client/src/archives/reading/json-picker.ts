import { JsonKind, type JsonSink, type JsonToken, jsonName } from '@hookwell/bodies/json';
import { textOf } from './picked-values.ts';
import { StringBytes } from './string-bytes.ts';

/**
 * The part of a JSON value that is kept: a string, number or word (`text`; `long` strings have room of their own), the
 * named members of an object, all items of an array; or each item of an array, told by itself and then forgotten.
 */
export type Shape =
  | 'text'
  | 'long'
  | OfMembers
  | { readonly items: Shape }
  | { readonly each: Shape };

interface OfMembers {
  readonly members: Readonly<Record<string, Shape>>;
}

/** A kept value: strings in UTF-8. What has another shape than wanted is `undefined`. */
export type Picked =
  | Uint8Array<ArrayBuffer>
  | number
  | boolean
  | null
  | undefined
  | PickedObject
  | Picked[];
export type PickedObject = Map<string, Picked>;

/** A value that is told by itself. */
export interface Told {
  value: Picked;
  /** The indexes of its first byte and behind its last one. */
  start: number;
  end: number;
}

export interface PickerListener {
  /** A value begins that will be told, after the end of the earlier one. */
  begun(): void;
  told(value: Told): void;
  /** So many bytes of a value are kept: it may refuse more by an error. */
  kept(shape: 'text' | 'long', bytes: number): void;
}

/** An open object or array of which something is kept. */
interface Level {
  shape: Exclude<Shape, string>;
  /** Without items that are told. */
  value: PickedObject | Picked[];
  /** The name of the member that is being read. */
  name: string;
  start: number;
}

/** What each value costs beside its text: millions of empty ones take memory as well. */
const overhead = 32;

const backslash = 0x5c;
const backslashText = '\\';

/** The names of wanted members are shorter, even if each of their characters is an escape. */
const longestNameBytes = 200;

/**
 * Keeps the wanted parts of JSON texts that follow one another, and nothing else of them, however large they are. It is
 * told of the tokens of texts in pieces in which each character stands for one byte.
 */
export class JsonPicker implements JsonSink {
  readonly #shape: Shape;
  readonly #listener: PickerListener;
  readonly #levels: Level[] = [];
  /** The open levels of a value of which nothing is kept. */
  #skipped = 0;
  /** The name or value whose content is being read; names have a room of their own. */
  #open: 'name' | 'text' | 'long' | undefined;
  /** Its content in earlier pieces. */
  #content: StringBytes | undefined;
  #contentBytes = 0;
  /** The index in the piece from which on it was not read yet. */
  #from = 0;
  #piece: Uint8Array = new Uint8Array();
  /** The same, a character for each byte. */
  #text = '';
  /** The index of the piece's first byte in all of them. */
  #base = 0;

  constructor(shape: Shape, listener: PickerListener) {
    this.#shape = shape;
    this.#listener = listener;
  }

  /** The number of open objects and arrays. */
  get depth(): number {
    return this.#levels.length + this.#skipped;
  }

  /** The name of the member that is open in the outermost object. */
  get outermostName(): string | undefined {
    return this.#levels[0]?.name;
  }

  /** The next piece is read from now on. */
  beginPiece(bytes: Uint8Array, text: string, base: number): void {
    this.#piece = bytes;
    this.#text = text;
    this.#base = base;
    this.#from = 0;
  }

  /** The piece was read up to its end. */
  endPiece(): void {
    if (this.#open === undefined) return;
    this.#content ??= new StringBytes();
    this.#content.push(this.#unread(this.#piece.length));
  }

  begin(token: JsonToken, at: number): void {
    if (token === jsonName) {
      if (this.#skipped === 0) this.#beginContent('name', at + 1);
    } else if (this.#skipped === 0) {
      this.#beginValue(token, at);
    } else if (token <= JsonKind.array) {
      this.#skipped += 1;
    }
  }

  end(token: JsonToken, at: number): void {
    if (this.#skipped > 0) {
      if (token > JsonKind.array) return;
      this.#skipped -= 1;
      if (this.#skipped === 0) this.#keep(undefined, this.#base + at, at);
    } else if (token === jsonName) {
      const level = this.#levels.at(-1);
      if (level !== undefined) level.name = this.#takeName(at - 1);
    } else if (token <= JsonKind.array) {
      const level = this.#levels.pop();
      if (level !== undefined) this.#keep(level.value, level.start, at);
    } else {
      this.#keep(this.#valueOf(token, at), this.#base + at, at);
    }
  }

  #beginValue(token: JsonKind, at: number): void {
    const shape = this.#wanted();
    if (this.#levels.length === 0 || this.#isTold) this.#listener.begun();
    if (shape !== undefined) this.#listener.kept('text', overhead);
    const isScalar = shape === 'text' || shape === 'long';
    if (token > JsonKind.array) {
      if (isScalar) this.#beginContent(shape, token === JsonKind.string ? at + 1 : at);
    } else if (
      shape === undefined ||
      isScalar ||
      isOfMembers(shape) !== (token === JsonKind.object)
    ) {
      this.#skipped = 1;
    } else {
      const value = isOfMembers(shape) ? new Map() : [];
      this.#levels.push({ shape, value, name: '', start: this.#base + at });
    }
  }

  /** The shape of the value that begins; `undefined` if nothing of it is kept. */
  #wanted(): Shape | undefined {
    const level = this.#levels.at(-1);
    if (level === undefined) return this.#shape;
    const { shape, name } = level;
    if (!isOfMembers(shape)) return 'items' in shape ? shape.items : shape.each;
    return Object.hasOwn(shape.members, name) ? shape.members[name] : undefined;
  }

  /** Whether the items of the innermost level are told. */
  get #isTold(): boolean {
    const { shape } = this.#levels.at(-1) ?? {};
    return shape !== undefined && 'each' in shape;
  }

  /** Of a repeated name the last value counts. */
  #keep(value: Picked, start: number, end: number): void {
    const level = this.#levels.at(-1);
    if (level === undefined || this.#isTold) {
      this.#listener.told({ value, start, end: this.#base + end });
    } else if (!(level.value instanceof Map)) {
      level.value.push(value);
    } else if (value === undefined) {
      level.value.delete(level.name);
    } else {
      level.value.set(level.name, value);
    }
  }

  #beginContent(open: 'name' | 'text' | 'long', at: number): void {
    this.#open = open;
    this.#content = undefined;
    this.#contentBytes = 0;
    this.#from = at;
  }

  /** The content in the piece up to that index. Of a name that is too long to be a wanted one, nothing more. */
  #unread(end: number): Uint8Array {
    const bytes = this.#piece.subarray(this.#from, end);
    this.#contentBytes += bytes.length;
    if (this.#open !== 'name') this.#listener.kept(this.#open ?? 'text', bytes.length);
    else if (this.#contentBytes > longestNameBytes) return bytes.subarray(0, 0);
    return bytes;
  }

  /** Most names stand in one piece, without an escape: names of any other kind than ASCII are not wanted. */
  #takeName(end: number): string {
    const name = this.#content === undefined ? this.#text.slice(this.#from, end) : backslashText;
    if (name.includes(backslashText)) return textOf(this.#takeContent(end)) ?? '';
    this.#open = undefined;
    return name;
  }

  /** The whole content, which ends at that index. */
  #takeContent(end: number): Uint8Array<ArrayBuffer> {
    const rest = this.#unread(end);
    this.#open = undefined;
    // Pieces are not kept, so it is a copy.
    if (this.#content === undefined && !rest.includes(backslash)) return new Uint8Array(rest);
    const content = this.#content ?? new StringBytes();
    content.push(rest);
    return content.end();
  }

  #valueOf(token: JsonKind, at: number): Picked {
    if (this.#open === undefined) return undefined;
    const content = this.#takeContent(token === JsonKind.string ? at - 1 : at);
    switch (token) {
      case JsonKind.string:
        return content;
      case JsonKind.number:
        return Number(textOf(content));
      case JsonKind.null:
        return null;
      default:
        return token === JsonKind.true;
    }
  }
}

function isOfMembers(shape: Exclude<Shape, string>): shape is OfMembers {
  return 'members' in shape;
}
