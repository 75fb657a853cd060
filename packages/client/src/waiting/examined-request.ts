import type { StreamedRequest } from '../contract/view.ts';
import { sourceAt, valueAt } from './json-path.ts';

/** A value in the body of a captured request, and its text there. */
export interface JsonValue {
  value: unknown;
  /** The string, or the text of any other value as it was sent, with every digit. */
  text: string;
}

/** A captured request under examination. Its body is parsed once for all checks. */
export class ExaminedRequest {
  readonly request: StreamedRequest;
  #json: { root: unknown } | undefined | 'unread' = 'unread';

  constructor(request: StreamedRequest) {
    this.request = request;
  }

  /** Whether the body is JSON, regardless of its declared type. */
  get isJson(): boolean {
    return this.#parsed() !== undefined;
  }

  /** The value that the steps lead to; `undefined` if there is none. */
  jsonAt(steps: readonly string[]): JsonValue | undefined {
    const value = valueAt(this.#parsed()?.root, steps);
    if (value === undefined) return undefined;
    return { value, text: typeof value === 'string' ? value : sourceAt(this.request.body, steps) };
  }

  #parsed(): { root: unknown } | undefined {
    if (this.#json === 'unread') this.#json = parsedJson(this.request.body);
    return this.#json;
  }
}

/** The value of a text that is JSON. */
export function parsedJson(text: string): { root: unknown } | undefined {
  try {
    return { root: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
