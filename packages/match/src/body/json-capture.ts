import type { JsonNode, JsonValue } from './json-node.ts';

/** Of a longer value its beginning counts, so that values take a bounded amount of memory. */
export const longestJsonValueCharacters = 1024 * 1024;

/** Keeps the text of one value while it comes in chunks. The text of a chunk is shared, not copied. */
export class JsonCapture {
  readonly node: JsonNode;
  readonly type: JsonValue['type'];
  #text = '';
  /** Its beginning in the chunk that is being read. */
  #start: number;

  constructor(node: JsonNode, type: JsonValue['type'], start: number) {
    this.node = node;
    this.type = type;
    this.#start = start;
  }

  /** The chunk is over, and the value goes on in the next one. */
  keep(chunk: string): void {
    this.#add(chunk, chunk.length);
    this.#start = 0;
  }

  /** The value ends at that index of the chunk. */
  finish(chunk: string, end: number): void {
    const isCut = this.#add(chunk, end);
    const text = this.type === 'string' ? decodeString(this.#text, isCut) : this.#text;
    this.node.tell({ text, type: this.type });
  }

  /** Gives whether there was more than there is room for. */
  #add(chunk: string, end: number): boolean {
    const room = longestJsonValueCharacters - this.#text.length;
    const part = chunk.slice(this.#start, Math.min(end, this.#start + room));
    if (part !== '') this.#text = this.#text === '' ? part : this.#text + part;
    return room === 0 || end - this.#start > room;
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
