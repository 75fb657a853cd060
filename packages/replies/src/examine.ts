import {
  holdsIn,
  type JsonPath,
  type Match,
  type MatchableRequest,
  type MatchField,
  WholeBody,
} from '@hookwell/match';
import { allAttempts, inBoth, others, splitMatch } from './attempt-ranges.ts';
import type { Decision, HandshakeAnswer } from './decision.ts';
import { type AtTheDoor, deliveryOf, topId } from './delivery-key.ts';
import { doorHeader } from './door-headers.ts';
import { handshakes } from './handshakes/table.ts';
import { valuesFor } from './request-values.ts';
import { type ReplyForAttempts, scheduleOf } from './schedule.ts';
import { schemeEvent } from './scheme-event.ts';
import { schemePlaces } from './scheme-places.ts';
import type { HandshakeName, Reply, Settings } from './settings.ts';

/** What is known of a request before it is stored. */
export interface Facts extends AtTheDoor {
  /** Without an id and an attempt. */
  request: MatchableRequest;
  /**
   * Decompressed and decoded; its text is made once it is asked for. `isWhole`: nothing was cut off. In a body that is
   * cut there is no JSON.
   */
  body: { text: string | (() => string); isWhole: boolean };
  /** Whether there is a secret that handshakes can compute with; absent: if the settings have one. */
  hasSecret?: boolean | undefined;
}

/**
 * Decides everything about a request but the number of its attempt. It takes time in proportion to the terms and the
 * body: `bodyWork` tells how much. The body is not touched where the headers tell all that is asked for.
 */
export function examine(settings: Settings, facts: Facts): Decision {
  const body = new WholeBody(facts.body.text, facts.body.isWhole, jsonPathsOf(settings));
  const event = schemeEvent(settings, facts.doorHeaders, body);
  const asked =
    event !== undefined && asksForFields(settings)
      ? { ...facts, request: withEvent(facts.request, event) }
      : facts;
  const candidates = candidatesFor(settings, asked, body);
  const replies = candidates.map(({ reply }) => reply);
  return {
    schedule: scheduleOf(candidates),
    values: replies.length === 0 ? new Map() : valuesFor(replies, asked.request, body),
    ...deliveryOf(settings, asked, body),
    event,
    handshake: candidates.find(({ handshake }) => handshake !== undefined)?.handshake,
  };
}

function asksForFields({ replies, delivery }: Settings): boolean {
  return replies.length > 0 || typeof delivery === 'object';
}

/** The request has its own event, which may take time to derive: it is not looked at. */
function withEvent(request: MatchableRequest, event: string): MatchableRequest {
  // An object with that prototype has all its members.
  return Object.create(request, { event: { value: event } }) as MatchableRequest;
}

/** The replies that answer some attempt: those that hold but for it, if those before them leave one to them. */
function candidatesFor(settings: Settings, facts: Facts, body: WholeBody): ReplyForAttempts[] {
  const candidates: ReplyForAttempts[] = [];
  let open = allAttempts;
  for (const [index, reply] of settings.replies.entries()) {
    if (open.length === 0) break;
    if (reply.handshake !== undefined) {
      const handshake = handshakeWith(reply.handshake, settings, facts, body);
      if (handshake === undefined) continue;
      candidates.push({ index, reply, attempts: allAttempts, handshake });
      break;
    }
    const { rest, attempts } = partsOf(reply);
    if (inBoth(open, attempts).length === 0) continue;
    // Ages such as received>15m count from the arrival.
    if (rest !== undefined && !holdsIn(rest, facts.request, body, facts.request.receivedAt))
      continue;
    candidates.push({ index, reply, attempts });
    open = inBoth(open, others(attempts));
  }
  return candidates;
}

function handshakeWith(
  name: HandshakeName,
  { verify }: Settings,
  { request, doorHeaders, hasSecret }: Facts,
  body: WholeBody,
): HandshakeAnswer | undefined {
  return handshakes[name].answer({
    request,
    body,
    doorHeader: (lower) => doorHeader(doorHeaders, lower),
    verify,
    hasSecret: hasSecret ?? (verify?.secrets.length ?? 0) > 0,
  });
}

function partsOf({ when }: Reply) {
  return when === undefined ? { rest: undefined, attempts: allAttempts } : splitMatch(when);
}

/** Settings are plain data; the paths of each are kept as long as it is. */
const jsonPaths = new WeakMap<Settings, readonly JsonPath[]>();

/** All paths that a match, a body, a handshake, the scheme or the delivery may ask for. */
function jsonPathsOf(settings: Settings): readonly JsonPath[] {
  let paths = jsonPaths.get(settings);
  if (paths === undefined) {
    paths = [
      ...fieldsOf(settings).flatMap((field) => (field.name === 'json.PATH' ? [field.path] : [])),
      ...settings.replies.flatMap(({ handshake }) =>
        handshake ? handshakes[handshake].paths : [],
      ),
      ...jsonPathsOfScheme(settings),
    ];
    jsonPaths.set(settings, paths);
  }
  return paths;
}

function jsonPathsOfScheme(settings: Settings): readonly JsonPath[] {
  const { id, event } = schemePlaces(settings);
  return [id, event].flatMap((place) =>
    place !== undefined && 'json' in place ? [place.json] : [],
  );
}

function fieldsOf({ replies, delivery }: Settings): MatchField[] {
  const fields: MatchField[] = [topId];
  if (delivery !== undefined && delivery !== 'one') fields.push(delivery);
  for (const { when, body } of replies) {
    if (when !== undefined) fields.push(...fieldsOfMatch(when));
    if (body === undefined || body instanceof Uint8Array) continue;
    for (const part of body.parts) if (typeof part !== 'string') fields.push(part.field);
  }
  return fields;
}

function fieldsOfMatch({ terms }: Match): MatchField[] {
  return terms.flatMap(({ condition }) => ('field' in condition ? [condition.field] : []));
}
