/** A value in a JSON text and the names and indexes that lead to it. */
export interface JsonEntry {
  path: readonly string[];
  /** The text of a string, or any other value as it was sent; `undefined` for objects and arrays. */
  value: string | undefined;
}

const mostEntries = 500;
const mostTogether = 2000;
const longestValueCharacters = 100;

/** The names and values in JSON texts for suggestions, each once, outer ones first; none of a text that is no JSON. */
export function jsonEntries(texts: readonly string[]): JsonEntry[] {
  const entries = new Map<string, JsonEntry>();
  for (const text of texts) {
    for (const entry of entriesOf(text)) {
      if (entries.size >= mostTogether) break;
      entries.set(JSON.stringify([entry.path, entry.value]), entry);
    }
  }
  return [...entries.values()].sort((one, other) => one.path.length - other.path.length);
}

function entriesOf(text: string): JsonEntry[] {
  let top: unknown;
  try {
    top = JSON.parse(text, keepDigits);
  } catch {
    return [];
  }
  const entries: JsonEntry[] = [];
  const waiting: { path: string[]; value: unknown }[] = [{ path: [], value: top }];
  for (let at = 0; at < waiting.length && entries.length < mostEntries; at++) {
    const { path, value } = waiting[at] ?? { path: [], value: null };
    if (path.length > 0) entries.push({ path, value: valueText(value) });
    const isArray = Array.isArray(value);
    if (!isArray && (typeof value !== 'object' || value === null || value instanceof SentNumber))
      continue;
    // The items of an array are alike, so the first stands for all.
    const members = Object.entries(value).slice(0, isArray ? 1 : mostEntries);
    for (const [name, member] of members) waiting.push({ path: [...path, name], value: member });
  }
  return entries;
}

/** A number as it was sent, since JavaScript rounds long ones. */
class SentNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

function keepDigits(_name: string, value: unknown, context?: { source?: string }): unknown {
  return typeof value === 'number' ? new SentNumber(context?.source ?? String(value)) : value;
}

function valueText(value: unknown): string | undefined {
  if (value instanceof SentNumber) return value.text;
  if (typeof value === 'object' && value !== null) return undefined;
  const text = String(value);
  return text.length <= longestValueCharacters ? text : undefined;
}
