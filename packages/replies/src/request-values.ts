import { valueIn } from '@hookwell/match';
import type { Asked } from './delivery-key.ts';
import type { Reply } from './settings.ts';
import { templatesOf } from './template.ts';

/** Of a longer value its beginning is inserted. */
export const longestValueCharacters = 64 * 1024;
/** All values together have at most so many characters: no body could show more of them. */
const mostValueCharacters = 256 * 1024;

/** The cost of copying a character and escaping it for a body, in steps. */
export const copySteps = 4;

/**
 * The texts of the fields that the bodies and headers of these replies name, by the printed name of the field. Fields without a
 * value are left out. The texts are copies, so that they do not keep the body.
 */
export function* valuesFor(
  candidates: Iterable<{ reply: Reply }>,
  asked: Asked,
): Generator<void, ReadonlyMap<string, string>> {
  const { body } = asked;
  const values = new Map<string, string>();
  const seen = new Set<string>();
  let room = mostValueCharacters;
  for (const { reply } of candidates) {
    for (const part of templatesOf(reply).flatMap(({ parts }) => parts)) {
      if (typeof part === 'string' || seen.has(part.name)) continue;
      seen.add(part.name);
      if (part.field.name === 'json.PATH' && body.isLongToRead) yield* body.readJson();
      const text = valueIn(part.field, asked.head, body);
      if (text === undefined) continue;
      const value = copyOf(text, Math.min(room, longestValueCharacters));
      body.work.steps += copySteps * value.length;
      if (body.work.isDue()) yield;
      room -= value.length;
      values.set(part.name, value);
    }
  }
  return values;
}

/** The beginning of a text, cut between characters; half characters become U+FFFD. */
function copyOf(text: string, mostCharacters: number): string {
  const last = text.charCodeAt(mostCharacters - 1);
  const cutsPair = text.length > mostCharacters && last >= 0xd800 && last <= 0xdbff;
  const start = text.slice(0, cutsPair ? mostCharacters - 1 : mostCharacters);
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(new TextEncoder().encode(start));
}
