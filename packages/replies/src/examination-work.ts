import { type RequestSize, WorkEstimate } from '@hookwell/match';
import { handshakes } from '@hookwell/senders/handshakes';
import { idHeaders, tagSteps, topId } from './delivery-key.ts';
import { doorHeaderSteps } from './door-headers.ts';
import { copySteps } from './request-values.ts';
import { scheduleSteps } from './schedule.ts';
import { schemePlaces } from './scheme-places.ts';
import type { Reply, Settings } from './settings.ts';
import { templatesOf } from './template.ts';

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
