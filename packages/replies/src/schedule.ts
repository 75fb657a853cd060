import { type AttemptRange, allAttempts, inBoth, others } from './attempt-ranges.ts';
import type { HandshakeAnswer, ScheduledAnswer } from './decision.ts';
import { retryAfterOf } from './reply-head.ts';
import type { Reply } from './settings.ts';

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
 * that are alike are joined.
 */
export function scheduleOf(replies: readonly ReplyForAttempts[]): readonly ScheduledAnswer[] {
  const answers: ScheduledAnswer[] = [];
  let open = allAttempts;
  for (const { index, reply, attempts, handshake } of replies) {
    for (const range of inBoth(open, attempts)) {
      if (handshake === undefined) answers.push(...answersIn(range, index, reply));
      else answers.push({ from: range.from, answer: `${handshake.status}`, reply: index, step: 0 });
    }
    open = inBoth(open, others(attempts));
  }
  for (const { from } of open) answers.push({ from, answer: '200', reply: undefined, step: 0 });
  answers.sort((one, other) => one.from - other.from);
  return answers.filter((answer, at) => at === 0 || !isAlike(answer, answers[at - 1], replies));
}

/** A step for each attempt, the last one for all further ones. */
function answersIn({ from, to }: AttemptRange, index: number, reply: Reply): ScheduledAnswer[] {
  const answers: ScheduledAnswer[] = [];
  const last = reply.steps.length;
  for (let attempt = from; attempt === from || attempt <= Math.min(to, last); attempt++) {
    const step = Math.min(attempt, last) - 1;
    answers.push({ from: attempt, ...answerOf(reply, step), reply: index, step });
  }
  return answers;
}

function answerOf(reply: Reply, index: number): { answer: string; retryAfter?: number } {
  const step = reply.steps[index];
  if (step === undefined) throw new Error('A reply has a step at least');
  const retryAfter = retryAfterOf(reply, step);
  return {
    answer: step.kind === 'status' ? String(step.status) : step.written,
    ...(retryAfter !== undefined && { retryAfter }),
  };
}

function isAlike(
  one: ScheduledAnswer,
  before: ScheduledAnswer | undefined,
  replies: readonly ReplyForAttempts[],
): boolean {
  if (before === undefined || one.reply !== before.reply) return false;
  const steps = replies.find(({ index }) => index === one.reply)?.reply.steps;
  return steps === undefined || steps[one.step]?.written === steps[before.step]?.written;
}
