import {
  holdsIn,
  type JsonPath,
  type Match,
  type MatchableRequest,
  type MatchField,
  WholeBody,
} from '@hookwell/match';
import { allAttempts, inBoth, others, splitMatch } from './attempt-ranges.ts';
import type { Decision } from './decision.ts';
import { type AtTheDoor, deliveryOf, topId } from './delivery-key.ts';
import { valuesFor } from './request-values.ts';
import { type ReplyForAttempts, scheduleOf } from './schedule.ts';
import type { Reply, Settings } from './settings.ts';

/** What is known of a request before it is stored. */
export interface Facts extends AtTheDoor {
  /** Without an id and an attempt. */
  request: MatchableRequest;
  /** Decompressed and decoded. `isWhole`: nothing was cut off. In a body that is cut there is no JSON. */
  body: { text: string; isWhole: boolean };
}

/**
 * Decides everything about a request but the number of its attempt. It takes time in proportion to the terms and the
 * body: `bodyWork` tells how much.
 */
export function examine(settings: Settings, facts: Facts): Decision {
  const { request } = facts;
  const body = new WholeBody(facts.body.text, facts.body.isWhole, jsonPathsOf(settings));
  const candidates = candidatesFor(settings, request, body);
  const replies = candidates.map(({ reply }) => reply);
  return {
    schedule: scheduleOf(candidates),
    values: valuesFor(replies, request, body),
    ...deliveryOf(settings, facts, body),
  };
}

/** The replies that answer some attempt: those that hold but for it, if those before them leave one to them. */
function candidatesFor(
  { replies }: Settings,
  request: MatchableRequest,
  body: WholeBody,
): ReplyForAttempts[] {
  const candidates: ReplyForAttempts[] = [];
  let open = allAttempts;
  for (const [index, reply] of replies.entries()) {
    if (open.length === 0) break;
    const { rest, attempts } = partsOf(reply);
    if (inBoth(open, attempts).length === 0) continue;
    // Ages such as received>15m count from the arrival.
    if (rest !== undefined && !holdsIn(rest, request, body, request.receivedAt)) continue;
    candidates.push({ index, reply, attempts });
    open = inBoth(open, others(attempts));
  }
  return candidates;
}

function partsOf({ when }: Reply) {
  return when === undefined ? { rest: undefined, attempts: allAttempts } : splitMatch(when);
}

/** Settings are plain data; the paths of each are kept as long as it is. */
const jsonPaths = new WeakMap<Settings, readonly JsonPath[]>();

/** All paths that a match, a body or the delivery may ask for. */
function jsonPathsOf(settings: Settings): readonly JsonPath[] {
  let paths = jsonPaths.get(settings);
  if (paths === undefined) {
    paths = fieldsOf(settings).flatMap((field) => (field.name === 'json.PATH' ? [field.path] : []));
    jsonPaths.set(settings, paths);
  }
  return paths;
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
