import type { Send } from '../history/operation.ts';
import { type Answer, type Called, isAnswer } from './http.ts';

/** What an answer tells the sender of a webhook. */
export type Told = Pick<Send, 'outcome' | 'status' | 'id' | 'version' | 'answer'>;

/** An answer that no sender should get. */
export class StrangeAnswer extends Error {}

/** Refusals of webhooks: unknown endpoint, slow body, large body, too many. */
const refusals: readonly number[] = [404, 408, 413, 429];
/** Nobody knows whether it is stored. */
const unsure: readonly number[] = [503, 507];

/**
 * Reads what a sender was told. All answers to what is stored name its id: in a header, and here in their bodies as well.
 * @throws {StrangeAnswer}
 */
export function readTold(called: Called): Told {
  if (called === 'unreached') return { outcome: 'refused', status: 0 };
  if (!isAnswer(called)) return { outcome: 'unknown', status: 0 };
  const { status, headers } = called;
  const named = namedIn(called);
  if (named === undefined) {
    if (unsure.includes(status)) return { outcome: 'unknown', status };
    if (refusals.includes(status)) return { outcome: 'refused', status };
    throw new StrangeAnswer(`a webhook was answered ${status} ${textOf(called)}`);
  }
  const { id, message } = named;
  if (headers['hookwell-request'] !== String(id))
    throw new StrangeAnswer(`header ${headers['hookwell-request']}, body ${textOf(called)}`);
  return { outcome: 'stored', status, id, ...deciderIn(message) };
}

/** The capture that a body names; undefined if it is that of a refusal. */
function namedIn(answer: Answer): { id: number; message: string } | undefined {
  try {
    const { id, message } = JSON.parse(answer.body.toString());
    return Number.isSafeInteger(id) && typeof message === 'string' ? { id, message } : undefined;
  } catch {
    return undefined;
  }
}

/** Who decided on an answer, by its words: `answer 5` a listener, `version 7` settings, others nobody. */
function deciderIn(message: string): Pick<Told, 'version' | 'answer'> {
  const [, kind, digits] = /^(answer|version) (\d+)$/.exec(message) ?? [];
  if (kind === undefined) return {};
  return kind === 'answer' ? { answer: Number(digits) } : { version: Number(digits) };
}

function textOf({ body }: Answer): string {
  return body.toString('utf8', 0, 200);
}
