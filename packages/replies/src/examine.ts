import {
  holdsInSteps,
  inOneGo,
  type JsonPath,
  type Match,
  type MatchableRequest,
  type MatchField,
  RequestHead,
  WholeBody,
  Work,
} from '@hookwell/match';
import { type HandshakeAnswer, type HandshakeName, handshakes } from '@hookwell/senders/handshakes';
import { allAttempts, inBoth, others, splitMatch } from './attempt-ranges.ts';
import type { Decision } from './decision.ts';
import { type Asked, type AtTheDoor, deliveryOf, tagSteps, topId } from './delivery-key.ts';
import { doorHeader } from './door-headers.ts';
import { valuesFor } from './request-values.ts';
import { type ReplyForAttempts, scheduleOf, scheduleSteps } from './schedule.ts';
import { schemeEvent } from './scheme-event.ts';
import { schemePlaces } from './scheme-places.ts';
import type { Reply, Settings } from './settings.ts';
import { templatesOf } from './template.ts';

/** A request as it is known before it is stored. */
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
 * Decides everything about a request but the number of its attempt. `examinationWork` tells how much work that may be.
 * The body is not touched where the headers tell all that is asked for.
 */
export function examine(settings: Settings, facts: Facts): Decision {
  return inOneGo(examineInSteps(settings, facts));
}

/**
 * The same with a pause about every millisecond, at the longest after a text of a MiB was folded or searched once.
 * @param work counts what was really done
 */
export function* examineInSteps(
  settings: Settings,
  facts: Facts,
  work: Work = new Work(),
): Generator<void, Decision> {
  const body = new WholeBody(facts.body.text, facts.body.isWhole, jsonPathsOf(settings), work);
  const { event: place } = schemePlaces(settings);
  if (place && 'json' in place && body.isLongToRead) yield* body.readJson();
  const event = schemeEvent(settings, facts.doorHeaders, body);
  const asked = new ExaminedRequest(facts, body, event);
  const candidates = yield* candidatesFor(settings, asked);
  const values = candidates.some(hasTemplate) ? yield* valuesFor(candidates, asked) : noValues;
  const schedule = scheduleOf(candidates, values);
  work.steps += scheduleSteps * schedule.length;
  const { delivery, id } = yield* deliveryOf(settings, asked);
  work.steps += tagSteps * (id?.length ?? 0);
  return {
    schedule,
    values,
    delivery,
    id,
    event,
    handshake: candidates.find(({ handshake }) => handshake !== undefined)?.handshake,
  };
}

const noValues: ReadonlyMap<string, string> = new Map();

function hasTemplate({ reply }: ReplyForAttempts): boolean {
  return templatesOf(reply).length > 0;
}

/** Its head is taken apart when somebody asks for it. */
class ExaminedRequest implements Asked {
  readonly door: Facts;
  readonly body: WholeBody;
  readonly #event: string | undefined;
  #head: RequestHead | undefined;

  /** @param event as the scheme has it; `undefined`: the request's own */
  constructor(facts: Facts, body: WholeBody, event: string | undefined) {
    this.door = facts;
    this.body = body;
    this.#event = event;
  }

  get head(): RequestHead {
    this.#head ??= new RequestHead(this.door.request, this.body.work, this.#event);
    return this.#head;
  }
}

/** The replies that answer some attempt: those that hold but for it, if those before them leave one to them. */
function* candidatesFor(
  settings: Settings,
  asked: ExaminedRequest,
): Generator<void, ReplyForAttempts[]> {
  const candidates: ReplyForAttempts[] = [];
  let open = allAttempts;
  for (const [index, reply] of settings.replies.entries()) {
    if (open.length === 0) break;
    if (reply.handshake !== undefined) {
      const readsBody = handshakes[reply.handshake].paths.length > 0;
      if (readsBody && asked.body.isLongToRead) yield* asked.body.readJson();
      const handshake = handshakeWith(reply.handshake, settings, asked);
      if (handshake === undefined) continue;
      candidates.push({ index, reply, attempts: allAttempts, handshake });
      break;
    }
    const { rest, attempts } = partsOf(reply);
    if (inBoth(open, attempts).length === 0) continue;
    // Ages such as received>15m count from the arrival.
    const { receivedAt } = asked.door.request;
    if (rest && !(yield* holdsInSteps(rest, asked.head, asked.body, receivedAt))) continue;
    candidates.push({ index, reply, attempts });
    open = inBoth(open, others(attempts));
  }
  return candidates;
}

function handshakeWith(
  name: HandshakeName,
  { verify }: Settings,
  { door, head, body }: ExaminedRequest,
): HandshakeAnswer | undefined {
  const handshake = handshakes[name];
  const hasSecret = door.hasSecret ?? (verify?.secrets.length ?? 0) > 0;
  const { secretOf } = handshake;
  if (secretOf !== undefined && !(hasSecret && verify?.scheme === secretOf)) return undefined;
  const { method, signature } = door.request;
  return handshake.answer({
    method,
    parameter: (key) => head.values({ name: 'query.NAME', key })[0]?.text,
    header: (lower) => doorHeader(door.doorHeaders, lower, body.work),
    jsonAt: (path) => body.jsonAt(path),
    body: () => body.text,
    signature,
    verify,
  });
}

function partsOf({ when }: Reply) {
  return when === undefined ? { rest: undefined, attempts: allAttempts } : splitMatch(when);
}

/** Settings are plain data; the paths of each are kept as long as it is. */
const jsonPaths = new WeakMap<Settings, readonly JsonPath[]>();

/** All paths that a match, a body or header, a handshake, the scheme or the delivery may ask for. */
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
  for (const reply of replies) {
    if (reply.when !== undefined) fields.push(...fieldsOfMatch(reply.when));
    for (const part of templatesOf(reply).flatMap(({ parts }) => parts))
      if (typeof part !== 'string') fields.push(part.field);
  }
  return fields;
}

function fieldsOfMatch({ terms }: Match): MatchField[] {
  return terms.flatMap(({ condition }) => ('field' in condition ? [condition.field] : []));
}
