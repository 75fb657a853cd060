import { eventByKeys } from './event-by-keys.ts';
import { eventText } from './event-text.ts';
import { scalarText, valueAt } from './json-path.ts';
import type { RequestFacts } from './request-facts.ts';
import type { EventPlace } from './sender/parts.ts';

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
