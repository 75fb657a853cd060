import type { JsonPath } from '../language/match.ts';

export type JsonType = 'string' | 'number' | 'literal' | 'object' | 'array';

/** A value in a JSON text. */
export interface JsonValue {
  /** The decoded text of a string, the text as sent of any other value. */
  text: string;
  type: JsonType;
}

/** Of a longer value its beginning counts, so that values take a bounded amount of memory. */
export const longestJsonValueCharacters = 1024 * 1024;

/**
 * A place in JSON texts that somebody asked for, or one on the way there. It keeps the last value that stood there. A
 * value below counts only while those above have not begun anew: so a repeated name costs the same whatever was asked for
 * below it.
 */
export class JsonNode {
  readonly members = new Map<string, JsonNode>();
  /** Those members whose names are indexes of items, if there are some. */
  items: Map<number, JsonNode> | undefined;
  /** The longest name among the members, in characters of a JSON text, where each may be an escape. */
  longestNameCharacters = 0;
  /** Whether values are kept here. */
  isAsked = false;
  /** Is told whenever a value has ended here. */
  onEnd: ((node: JsonNode) => void) | undefined;
  readonly #parent: JsonNode | undefined;
  /** The number of values that have begun here, and the number above when the last of them did. */
  #begun = 0;
  #begunAbove = 0;
  #type: JsonType | undefined;
  /** The text of the value as sent, without quotes around it; of a value under way what is over of it. */
  #source = '';
  #start = 0;
  #place = 0;
  #isCut = false;
  #value: JsonValue | undefined;

  constructor(parent?: JsonNode) {
    this.#parent = parent;
  }

  /** The node at the path below this one, made where there is none. Its values are kept. */
  ask(path: JsonPath): JsonNode {
    let node: JsonNode = this;
    for (const step of path) node = node.members.get(step) ?? node.#grow(step);
    node.isAsked = true;
    return node;
  }

  #grow(step: string): JsonNode {
    const member = new JsonNode(this);
    this.longestNameCharacters = Math.max(this.longestNameCharacters, 6 * step.length);
    this.members.set(step, member);
    if (/^(?:0|[1-9]\d{0,14})$/.test(step)) {
      this.items ??= new Map();
      this.items.set(Number(step), member);
    }
    return member;
  }

  /** The node at a path that was asked for, if a value stands there. */
  find(path: JsonPath): JsonNode | undefined {
    let node: JsonNode = this;
    for (const step of path) {
      const next = node.members.get(step);
      if (next === undefined || next.#begunAbove !== node.#begun) return undefined;
      node = next;
    }
    return node.#type === undefined ? undefined : node;
  }

  /** A value begins here. */
  begin(): void {
    this.#begun += 1;
    if (this.#parent !== undefined) this.#begunAbove = this.#parent.#begun;
  }

  /** The value that begins here at that index of a chunk is kept. */
  open(type: JsonType, at: number): void {
    this.#type = type;
    this.#source = '';
    this.#start = at;
    this.#place = at;
    this.#isCut = false;
    this.#value = undefined;
  }

  /** The chunk is over, and the value goes on in the next one. The text of a chunk is shared, not copied. */
  keep(chunk: string): void {
    this.#add(chunk, chunk.length);
    this.#start = 0;
  }

  /** The value ends at that index of the chunk. */
  close(chunk: string, end: number): void {
    this.#add(chunk, end);
    this.onEnd?.(this);
  }

  #add(chunk: string, end: number): void {
    const room = longestJsonValueCharacters - this.#source.length;
    const part = chunk.slice(this.#start, Math.min(end, this.#start + room));
    if (part !== '') this.#source = this.#source === '' ? part : this.#source + part;
    this.#isCut ||= end - this.#start > room;
  }

  get type(): JsonType {
    if (this.#type === undefined) throw new Error('No value has been here');
    return this.#type;
  }

  /** The length of the value as sent. */
  get sourceLength(): number {
    return this.#source.length;
  }

  /** The index at which it begins, in the chunk where it does. */
  get place(): number {
    return this.#place;
  }

  /** The last value. A string is decoded when it is first asked for. */
  decoded(): JsonValue {
    const { type } = this;
    if (this.#value === undefined) {
      const text = type === 'string' ? decodeString(this.#source, this.#isCut) : this.#source;
      this.#value = { text, type };
    }
    return this.#value;
  }

  /** Gives up the text of the last value. */
  drop(): void {
    this.#source = '';
    this.#value = undefined;
  }
}

/** The text between the quotes of a JSON string without its escapes. */
export function decodeString(source: string, isCut = false): string {
  if (!source.includes('\\')) return source;
  if (!isCut) return parseString(source);
  // The cut may have gone through the last escape, which has at most six characters.
  for (let end = source.length; end > source.length - 6; end--) {
    try {
      return parseString(source.slice(0, end));
    } catch {
      // One character less.
    }
  }
  return '';
}

function parseString(source: string): string {
  // The scanner has found it to be a string of JSON.
  return JSON.parse(`"${source}"`) as string;
}
