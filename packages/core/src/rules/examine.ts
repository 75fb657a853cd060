import {
  holdsInSteps,
  inOneGo,
  type JsonPath,
  type Match,
  type MatchableRequest,
  type MatchField,
  RequestHead,
  type RequestSize,
  valueIn,
  WholeBody,
  Work,
  WorkEstimate,
} from '../match/index.ts';
import {
  type HandshakeAnswer,
  type HandshakeName,
  handshakes,
} from '../senders/tables/handshakes.ts';
import type { Decision } from './decision.ts';
import {
  type Asked,
  type AtTheDoor,
  deliveryOf,
  idHeaders,
  tagSteps,
  topId,
} from './delivery-key.ts';
import {
  allAttempts,
  inBoth,
  others,
  type ReplyForAttempts,
  scheduleOf,
  scheduleSteps,
  splitMatch,
} from './schedule.ts';
import { doorHeader, doorHeaderSteps, schemeEvent, schemePlaces } from './scheme-event.ts';
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

/** Of a longer value its beginning is inserted. */
const longestValueCharacters = 64 * 1024;
/** All values together have at most so many characters: no body could show more of them. */
const mostValueCharacters = 256 * 1024;

/** The cost of copying a character and escaping it for a body, in steps. */
const copySteps = 4;

/**
 * The texts of the fields that the bodies and headers of these replies name, by the printed name of the field. Fields without a
 * value are left out. The texts are copies, so that they do not keep the body.
 */
function* valuesFor(
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

/** Steps that the event loop may do between two other requests: about a millisecond. */
export const quickWork = 200_000;

/** A request that takes more steps is not examined to its end: about half a second. */
export const mostWork = 100_000_000;

/** Settings are plain data; what was made of each is kept as long as it is. */
const estimates = new WeakMap<Settings, WorkEstimate>();

/** The most steps that `examine` may take, and the values that it gives when they are written into bodies. */
export function examinationWork(settings: Settings, size: RequestSize): number {
  let estimate = estimates.get(settings);
  if (estimate === undefined) {
    estimate = estimateOf(settings);
    estimates.set(settings, estimate);
  }
  return estimate.stepsFor(size);
}

function estimateOf(settings: Settings): WorkEstimate {
  const estimate = new WorkEstimate();
  const seen = new Set<string>();
  for (const reply of settings.replies) addReply(estimate, reply, seen);
  addDelivery(estimate, settings);
  return estimate;
}

function addReply(estimate: WorkEstimate, reply: Reply, seen: Set<string>): void {
  const { when, handshake, steps, headers } = reply;
  estimate.add(scheduleSteps * (1 + steps.length) + headers.length);
  if (when !== undefined) estimate.addMatch(when);
  if (handshake !== undefined) {
    for (const path of handshakes[handshake].paths) estimate.addJson(path, 1);
    estimate.addValue({ name: 'query.NAME', key: '' }, 1);
    estimate.add(0, doorHeaderSteps);
  }
  for (const part of templatesOf(reply).flatMap(({ parts }) => parts)) {
    if (typeof part === 'string') continue;
    // It is asked for at its path each time, and looked up once.
    if (part.field.name === 'json.PATH') estimate.addJson(part.field.path, 0);
    if (!seen.has(part.name)) estimate.addValue(part.field, copySteps);
    seen.add(part.name);
  }
}

function addDelivery(estimate: WorkEstimate, settings: Settings): void {
  const { delivery } = settings;
  const { id, event } = schemePlaces(settings);
  if (typeof delivery === 'object') estimate.addValue(delivery, tagSteps);
  for (const place of [id, event]) {
    if (place === undefined) continue;
    if ('json' in place) estimate.addJson(place.json, tagSteps);
    else estimate.add(0, doorHeaderSteps + tagSteps);
  }
  // One of the usual headers, or none and the id at the top.
  estimate.add(0, idHeaders.length * doorHeaderSteps + tagSteps);
  estimate.addJson(topId.path, tagSteps);
}
