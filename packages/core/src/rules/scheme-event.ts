import { type JsonPath, WholeBody } from '../match/index.ts';
import { type EventSource, findScheme } from '../signatures/index.ts';
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
    'header' in place ? doorHeader(headers, place.header) : scalarAt(body, place.json)?.text;
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
  const event = eventText(doorHeader(headers, place.header)?.trim() ?? '');
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

/** The places where the sender of an endpoint puts the id of a delivery and the name of an event, by its signature scheme. */
interface SchemePlaces {
  id: EventSource | undefined;
  event: EventSource | undefined;
}

const nowhere: SchemePlaces = { id: undefined, event: undefined };

/** Settings are plain data; the places of each are kept as long as it is. */
const schemePlacesOf = new WeakMap<Settings, SchemePlaces>();

export function schemePlaces(settings: Settings): SchemePlaces {
  if (settings.verify === undefined) return nowhere;
  let places = schemePlacesOf.get(settings);
  if (places === undefined) {
    const { scheme: name, idHeader } = settings.verify;
    const scheme = findScheme(name);
    const id = idHeader === undefined ? scheme?.id : { header: idHeader.toLowerCase() };
    places = { id, event: scheme?.event };
    schemePlacesOf.set(settings, places);
  }
  return places;
}

/** All headers as they came, those that are not stored too. */
export type DoorHeaders = readonly (readonly [name: string, value: string])[];

/** The first header of that name, in lower case, that is not empty. */
export function doorHeader(headers: DoorHeaders, lower: string): string | undefined {
  for (const [name, value] of headers) {
    if (name.length !== lower.length || value === '') continue;
    if (name.toLowerCase() === lower) return value;
  }
  return undefined;
}
