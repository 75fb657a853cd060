import { type FoundEvent, firstEvent } from './event-places.ts';
import { eventText } from './event-text.ts';
import { isJsonObject, valueAt } from './json-path.ts';
import type { RequestFacts } from './request-facts.ts';
import type { EventPlace } from './sender/parts.ts';
import { github } from './tables/marks/code.ts';

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
