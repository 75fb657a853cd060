import type { TermFinding } from '@hookwell/client';
import { ordinal } from '../../request/answer-words.ts';
import type { TriedAnswer } from './trial.ts';

/** `1st attempt`, `2nd to 4th attempt`, `5th attempt and all later ones`, `Every attempt`. */
export function attemptsWords({ from, to }: Pick<TriedAnswer, 'from' | 'to'>): string {
  if (to === undefined) {
    return from === 1 ? 'Every attempt' : `${ordinal(from)} attempt and all later ones`;
  }
  return from === to ? `${ordinal(from)} attempt` : `${ordinal(from)} to ${ordinal(to)} attempt`;
}

/** A sentence on what the sender sees. */
export function happeningWords(sent: NonNullable<TriedAnswer['sent']>): string {
  const { step, delayMs } = sent;
  const after = delayMs === 0 ? 'at once' : `after ${durationWords(delayMs)}`;
  switch (step.kind) {
    case 'timeout':
      return `Nothing for ${durationWords(step.ms)}, then the connection is closed.`;
    case 'reset':
      return `The connection is reset ${after}, before a byte is sent.`;
    case 'truncate':
      return `The first ${step.bytes} bytes of a longer body ${after}, then the connection is closed.`;
    case 'status':
      return `Sent ${after}, once the request is stored.`;
  }
}

function durationWords(ms: number): string {
  return ms < 1000 ? `${ms} ms` : `${ms / 1000} s`;
}

/** Why a term does not hold. */
export function missWords({ instead, isUnknown }: TermFinding): string {
  return isUnknown === true ? 'the request has none that is known here' : instead;
}
