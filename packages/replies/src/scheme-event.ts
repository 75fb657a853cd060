import type { WholeBody } from '@hookwell/match';
import { type DoorHeaders, doorHeader } from './door-headers.ts';
import { schemePlaces } from './scheme-places.ts';
import type { Settings } from './settings.ts';

const mostEventCharacters = 200;

/** Text alone: no control or invisible character, no half of a pair, and nothing that ends a line. */
const printable = /^[^\p{C}\p{Zl}\p{Zp}]+$/u;

/** The sender's name for what happened, as it wrote it; `undefined` if its scheme tells none. */
export function schemeEvent(
  settings: Settings,
  headers: DoorHeaders,
  body: WholeBody,
): string | undefined {
  const { event: place } = schemePlaces(settings);
  if (place === undefined) return undefined;
  const text =
    'header' in place
      ? doorHeader(headers, place.header, body.work)
      : scalarAt(body, place.json)?.text;
  return text === undefined ? undefined : eventText(text.trim());
}

function eventText(text: string): string | undefined {
  const isName = text.length <= 2 * mostEventCharacters && printable.test(text);
  return isName && [...text].length <= mostEventCharacters ? text : undefined;
}

/** A string or a number, which is not empty. */
export function scalarAt(body: WholeBody, path: readonly string[]) {
  const value = body.jsonAt(path);
  const isScalar = value?.type === 'string' || value?.type === 'number';
  return isScalar && value.text !== '' ? value : undefined;
}
