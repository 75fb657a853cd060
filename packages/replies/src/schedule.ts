import type { HandshakeAnswer } from '@hookwell/senders/handshakes';
import { type AttemptRange, allAttempts, inBoth, others } from './attempt-ranges.ts';
import type { ScheduledAnswer } from './decision.ts';
import { retryAfterOf } from './reply-head.ts';
import type { Reply } from './settings.ts';
import type { Step } from './step.ts';

/** The cost of each answer of a schedule, in steps. */
export const scheduleSteps = 100;

/** A reply for some of the attempts. */
export interface ReplyForAttempts {
  /** Among the replies of the settings. */
  index: number;
  reply: Reply;
  attempts: readonly AttemptRange[];
  /** The answer of a reply that is a handshake. */
  handshake?: HandshakeAnswer;
}

/**
 * The answer to each attempt: that of the first reply that is for it, else the acknowledgement. Neighbouring answers
 * that are alike are joined: they are of one reply, and of one range of its attempts.
 * @param values of the fields in headers, by their printed names
 */
export function scheduleOf(
  replies: readonly ReplyForAttempts[],
  values: ReadonlyMap<string, string> = new Map(),
): readonly ScheduledAnswer[] {
  const answers: ScheduledAnswer[] = [];
  let open = allAttempts;
  for (const { index, reply, attempts, handshake } of replies) {
    for (const range of inBoth(open, attempts)) {
      if (handshake === undefined) answers.push(...answersIn(range, index, reply, values));
      else answers.push({ from: range.from, answer: `${handshake.status}`, reply: index, step: 0 });
    }
    open = inBoth(open, others(attempts));
  }
  for (const { from } of open) answers.push({ from, answer: '200', reply: undefined, step: 0 });
  return answers.sort((one, other) => one.from - other.from);
}

/** A step for each attempt, the last one for all further ones; none for a step that is like the one before. */
function answersIn(
  { from, to }: AttemptRange,
  index: number,
  reply: Reply,
  values: ReadonlyMap<string, string>,
): ScheduledAnswer[] {
  const answers: ScheduledAnswer[] = [];
  const last = reply.steps.length;
  let before: Step | undefined;
  for (let attempt = from; attempt === from || attempt <= Math.min(to, last); attempt++) {
    const at = Math.min(attempt, last) - 1;
    const step = reply.steps[at];
    if (step === undefined) throw new Error('A reply has a step at least');
    if (step.written === before?.written) continue;
    before = step;
    answers.push({ from: attempt, ...answerOf(reply, step, values), reply: index, step: at });
  }
  return answers;
}

function answerOf(
  reply: Reply,
  step: Step,
  values: ReadonlyMap<string, string>,
): { answer: string; retryAfter?: number } {
  const retryAfter = retryAfterOf(reply, step, values);
  return {
    answer: step.kind === 'status' ? String(step.status) : step.written,
    ...(retryAfter !== undefined && { retryAfter }),
  };
}
