import type { JsonPath } from '../language/match.ts';

/** A value in a JSON text. */
export interface JsonValue {
  /** The decoded text of a string, the text as sent of any other value. */
  text: string;
  type: 'string' | 'number' | 'literal' | 'object' | 'array';
}

/** Gets a value at the path that it was asked for; `undefined` if a later value takes its place without one there. */
export type OnJsonValue = (value: JsonValue | undefined) => void;

/** A place in JSON texts that somebody asked for, or one on the way there. */
export class JsonNode {
  readonly members = new Map<string, JsonNode>();
  readonly listeners: OnJsonValue[] = [];
  /** The longest name among the members, in characters of a JSON text, where each may be an escape. */
  longestNameCharacters = 0;
  #hasBegun = false;

  /** The node at the path below this one, made where there is none. */
  at(path: JsonPath): JsonNode {
    let node: JsonNode = this;
    for (const step of path) {
      node.longestNameCharacters = Math.max(node.longestNameCharacters, 6 * step.length);
      let next = node.members.get(step);
      if (next === undefined) {
        next = new JsonNode();
        node.members.set(step, next);
      }
      node = next;
    }
    return node;
  }

  tell(value: JsonValue | undefined): void {
    for (const listener of this.listeners) listener(value);
  }

  /** A value begins here: one before it, of the same name, is gone with all that was below it. */
  begin(): void {
    if (this.#hasBegun) this.#forget();
    this.#hasBegun = true;
  }

  /** Visits only what has begun since the last time: however often names repeat, that is linear in the text. */
  #forget(): void {
    this.#hasBegun = false;
    this.tell(undefined);
    for (const member of this.members.values()) if (member.#hasBegun) member.#forget();
  }
}
