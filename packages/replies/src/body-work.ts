import type { JsonPath, MatchCondition, MatchField } from '@hookwell/match';
import { handshakes } from './handshakes/table.ts';
import { schemePlaces } from './scheme-places.ts';
import type { Settings } from './settings.ts';

/** Each term and field may go through the head of a request, which has at most 32 KiB and mostly few. */
const headBytes = 2 * 1024;
/** A value in JSON is found by its path: what each step of one costs, in bytes that are gone through. */
const pathStepBytes = 256;
/** The work of reading a body as JSON once, of looking for a text in it at worst, and of a test of a long value. */
const [passesOfJson, passesOfSearch, passesOfTest] = [4, 8, 2];

/**
 * Work that may be done between two other requests, since it takes 5 ms at most: a body of 64 KiB read as JSON and
 * looked through for one text.
 */
export const quickWork = 1024 * 1024;

interface Work {
  /** Bytes, whatever the body. */
  always: number;
  /** How often the body is gone through. */
  passes: number;
}

/** Settings are plain data; what was made of each is kept as long as it is. */
const works = new WeakMap<Settings, Work>();

/**
 * How many bytes `examine` may go through, at 5 ns each at most: a measure of the time that it takes.
 * @param bodySize the characters of the body's text that are looked at, or the bytes if these are not known
 */
export function bodyWork(settings: Settings, bodySize: number): number {
  let work = works.get(settings);
  if (work === undefined) {
    work = workOf(settings);
    works.set(settings, work);
  }
  return work.always + work.passes * bodySize;
}

function workOf(settings: Settings): Work {
  const { replies, delivery } = settings;
  // Deliveries are told apart by a value in JSON, unless a header does it.
  const work: Work = { always: 0, passes: passesOfJson };
  if (typeof delivery === 'object') addField(work, delivery);
  const { id, event } = schemePlaces(settings);
  for (const place of [id, event]) {
    if (place !== undefined) work.always += 'json' in place ? pathWork(place.json) : headBytes;
  }
  for (const { when, body, handshake } of replies) {
    if (handshake !== undefined) {
      for (const path of handshakes[handshake].paths) work.always += pathWork(path);
      work.always += headBytes;
    }
    for (const { condition } of when?.terms ?? []) addCondition(work, condition);
    if (body === undefined || body instanceof Uint8Array) continue;
    for (const part of body.parts) if (typeof part !== 'string') addField(work, part.field);
  }
  return work;
}

function addField(work: Work, field: MatchField): void {
  if (field.name === 'json.PATH') work.always += pathWork(field.path);
  else work.always += headBytes;
}

function pathWork(path: JsonPath): number {
  return path.length * pathStepBytes;
}

function addCondition(work: Work, condition: MatchCondition): void {
  if ('field' in condition) addField(work, condition.field);
  else work.always += headBytes;
  if (searchesBody(condition)) work.passes += passesOfSearch;
  else if (readsBody(condition)) work.passes += passesOfTest;
}

/** Whether the condition looks for a text in the whole body. */
export function searchesBody(condition: MatchCondition): boolean {
  if (condition.kind === 'word') return true;
  const isInBody = condition.kind === 'field' && condition.field.name === 'body';
  return isInBody && condition.operator === ':';
}

function readsBody(condition: MatchCondition): boolean {
  if (condition.kind === 'has-kind') return true;
  return 'field' in condition && /^(body|json\.PATH|event)$/.test(condition.field.name);
}
