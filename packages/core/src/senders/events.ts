import { isJsonObject, scalarText, valueAt } from './body-json.ts';
import type { EventPlace } from './parts/parts.ts';
import type { RequestFacts } from './request-facts.ts';
import { github } from './tables/marks/code.ts';

export interface FoundEvent {
  event: string;
  /** The length of the list that the event is the first of; 1 if there is none. */
  listLength: number;
}

/** Whether the place is in the head alone. */
export function isInHead(place: EventPlace): boolean {
  return 'query' in place || ('header' in place && place.second === undefined);
}

/** The event at the first place that has one. */
export function firstEvent(
  facts: RequestFacts,
  places: readonly EventPlace[],
): FoundEvent | undefined {
  for (const place of places) {
    const found = eventAt(facts, place);
    const event = eventText(found?.event);
    if (event !== undefined) return { event, listLength: found?.listLength ?? 1 };
  }
  return undefined;
}

function eventAt(facts: RequestFacts, place: EventPlace): FoundEvent | undefined {
  if ('json' in place) {
    const first = textAt(facts.json, place.json);
    return first && { ...first, event: withSecond(facts, first.event, place.second) };
  }
  if ('header' in place) {
    const first = facts.header(place.header);
    return first === undefined ? undefined : single(withSecond(facts, first, place.second));
  }
  if ('form' in place) return single(facts.formField(place.form));
  if ('query' in place) return single(facts.query(place.query));
  if ('code' in place) {
    const code = scalarText(valueAt(facts.json, place.code)?.value) ?? '';
    return single(Object.hasOwn(place.names, code) ? place.names[code] : undefined);
  }
  if ('keys' in place) {
    const path = place.keys.find((key) => valueAt(facts.json, key) !== undefined);
    return single(path?.split('.').at(-1));
  }
  if ('has' in place) {
    return single(valueAt(facts.json, place.has) === undefined ? undefined : place.event);
  }
  if ('xml' in place) return single(facts.xml?.name);
  return single(eventByKeys(facts.json, facts.isWhole, place));
}

function single(event: string | undefined): FoundEvent | undefined {
  return event === undefined ? undefined : { event, listLength: 1 };
}

/** The event with its second part after a dot, if one of the paths has a text. */
function withSecond(facts: RequestFacts, event: string, paths: readonly string[] = []): string {
  for (const path of paths) {
    const second = textAt(facts.json, path);
    if (second !== undefined) return eventText(`${event}.${second.event}`) ?? event;
  }
  return event;
}

function textAt(json: unknown, path: string): FoundEvent | undefined {
  const found = valueAt(json, path);
  const event = eventText(found?.value);
  return found && event !== undefined ? { event, listLength: found.listLength } : undefined;
}

/** The event of a body by its keys: `push`, `pull_request.opened`. */
function eventByKeys(
  json: unknown,
  isWhole: boolean,
  { byKeys, surroundings }: Extract<EventPlace, { byKeys: unknown }>,
): string | undefined {
  if (!isJsonObject(json)) return undefined;
  const action = eventText(valueAt(json, 'action')?.value);
  const isBareBody = Object.keys(json).every((key) => surroundings.includes(key));
  const known = byKeys.find(
    ({ has, without = [], actions, isBare, isCertain }) =>
      (isWhole || isCertain) &&
      (!isBare || isBareBody) &&
      has.every((path) => valueAt(json, path) !== undefined) &&
      !without.some((path) => valueAt(json, path) !== undefined) &&
      (actions === undefined || (action !== undefined && actions.includes(action))),
  );
  if (known === undefined) return undefined;
  return action === undefined ? known.event : `${known.event}.${action}`;
}

/** Names that stand for an event in bodies of unknown senders, the most telling first. */
const eventNames = ['event', 'event_type', 'eventType', 'event_name', 'eventName'];
const lessTelling = ['topic', 'Type', 'trigger', 'triggerEvent', 'webhookEvent', 'object_kind'];

const jsonPlaces: readonly EventPlace[] = [
  ...eventNames.map((json) => ({ json })),
  { json: 'event.type' },
  { json: 'event.event_type' },
  { json: 'event.name' },
  { json: 'type', second: ['action'] },
  ...lessTelling.map((json) => ({ json })),
];
const formNames = [...eventNames, 'type', ...lessTelling, 'action', 'kind'];
const formPlaces: readonly EventPlace[] = formNames.map((form) => ({ form }));
const lastPlaces: readonly EventPlace[] = [{ json: 'action' }, { json: 'kind' }];

/** The event of a request whose sender is unknown, by the names that many senders use. */
export function genericEvent(facts: RequestFacts): FoundEvent | undefined {
  if (Array.isArray(facts.json)) return eventOfFirst(facts.json);
  return (
    firstEvent(facts, jsonPlaces) ??
    eventOfAction(facts) ??
    firstEvent(facts, [...lastPlaces, ...formPlaces, { xml: 'subject' }])
  );
}

/** Bodies that are a list of events: the same names, in its first element. */
function eventOfFirst(list: readonly unknown[]): FoundEvent | undefined {
  for (const name of [...eventNames, 'event.type', 'type', ...lessTelling, 'action', 'kind']) {
    const event = eventText(valueAt(list[0], name)?.value);
    if (event !== undefined) return { event, listLength: list.length };
  }
  return undefined;
}

/** Objects beside `action` that are about the surroundings of an event. */
const surroundings = [
  'repository',
  'organization',
  'sender',
  'installation',
  'enterprise',
  'actor',
];

/** `action` with the object that it was done to: `order.created`. Software in GitHub's manner uses GitHub's names. */
function eventOfAction(facts: RequestFacts): FoundEvent | undefined {
  const { json } = facts;
  if (!isJsonObject(json)) return undefined;
  const inGithubsForm = Object.hasOwn(json, 'repository') && Object.hasOwn(json, 'sender');
  const inGithubsWords = inGithubsForm ? firstEvent(facts, github.events) : undefined;
  if (inGithubsWords !== undefined) return inGithubsWords;
  const action = eventText(valueAt(json, 'action')?.value);
  if (action === undefined || !facts.isWhole) return undefined;
  const objects = Object.entries(json)
    .filter(([name, value]) => isJsonObject(value) && !surroundings.includes(name))
    .map(([name]) => name);
  const event = objects.length === 1 ? eventText(`${objects[0]}.${action}`) : undefined;
  return event === undefined ? undefined : { event, listLength: 1 };
}

const mostEventCharacters = 100;

/**
 * Printable text alone: no control, format (bidi and other invisible characters), unassigned or private character, no half
 * of a surrogate pair, and no separator of lines or paragraphs. Each character is looked at once.
 */
const printable = /^[^\p{C}\p{Zl}\p{Zp}]+$/u;

/** The value as the name of an event, if it can be one: a text of 1 to 100 printable characters, not blank. */
export function eventText(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  // A character has at most two UTF-16 units, so longer texts need not be counted.
  if (value.length > 2 * mostEventCharacters || !printable.test(value)) return undefined;
  if ([...value].length > mostEventCharacters || value.trim() === '') return undefined;
  return value;
}
