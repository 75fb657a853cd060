import { type JsonPath, WholeBody, Work } from '@hookwell/match';
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

/** What is known about an event before the body is read, by a signature scheme. */
export interface EventInHead {
  /** As a header tells it. */
  event?: string;
  /** The place in the body that tells it. */
  path?: JsonPath;
}

/** Without a member if the scheme tells no event, or this request does not have it. */
export function eventInHead(settings: Settings, headers: DoorHeaders): EventInHead {
  const { event: place } = schemePlaces(settings);
  if (place === undefined) return {};
  if ('json' in place) return { path: place.json };
  const event = eventText(doorHeader(headers, place.header, new Work())?.trim() ?? '');
  return event === undefined ? {} : { event };
}

/** The event that stands at this place in a body. In a body that is cut there is none. */
export function eventInBody(
  path: JsonPath,
  { text, isWhole }: { text: () => string; isWhole: boolean },
): string | undefined {
  const found = scalarAt(new WholeBody(text, isWhole, [path]), path);
  return found === undefined ? undefined : eventText(found.text.trim());
}

/** A string or a number, which is not empty. */
export function scalarAt(body: WholeBody, path: readonly string[]) {
  const value = body.jsonAt(path);
  const isScalar = value?.type === 'string' || value?.type === 'number';
  return isScalar && value.text !== '' ? value : undefined;
}
