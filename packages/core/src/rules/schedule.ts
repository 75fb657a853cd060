import { holds, type Match, type MatchableRequest, type MatchTerm } from '../match/index.ts';
import type { HandshakeAnswer } from '../senders/tables/handshakes.ts';
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

/** Numbers of attempts, both ends included; `to` may be `Infinity`. */
interface AttemptRange {
  from: number;
  to: number;
}

/** A match taken apart: what is known of a request before its attempt is counted, and for which attempts it is. */
interface SplitMatch {
  /** The terms on other fields. */
  rest: Match;
  /** In rising order, none touching another. */
  attempts: readonly AttemptRange[];
}

export const allAttempts: readonly AttemptRange[] = [{ from: 1, to: Number.POSITIVE_INFINITY }];

/** Matches are plain data; what was made of each is kept as long as it is. */
const splitMatches = new WeakMap<Match, SplitMatch>();

export function splitMatch(match: Match): SplitMatch {
  let split = splitMatches.get(match);
  if (split === undefined) {
    split = {
      rest: { terms: match.terms.filter((term) => !isOnAttempt(term)) },
      attempts: match.terms
        .filter(isOnAttempt)
        .reduce((ranges, term) => inBoth(ranges, rangesOf(term)), allAttempts),
    };
    splitMatches.set(match, split);
  }
  return split;
}

function isOnAttempt({ condition }: MatchTerm): boolean {
  return 'field' in condition && condition.field.name === 'attempt';
}

/** The attempts for which a term holds: below, at and above the number that it names, it is always the same. */
function rangesOf(term: MatchTerm): readonly AttemptRange[] {
  const isSoFor = (attempt: number) => holds({ terms: [term] }, withAttempt(attempt), 0) === true;
  const number = term.condition.kind === 'field' ? Math.floor(Number(term.condition.text)) : 1;
  // No delivery has so many attempts.
  const at = Number.isNaN(number) ? 1 : Math.min(Math.max(number, 1), Number.MAX_SAFE_INTEGER - 1);
  const parts: AttemptRange[] = [
    { from: 1, to: at - 1 },
    { from: at, to: at },
    { from: at + 1, to: Number.POSITIVE_INFINITY },
  ];
  return joined(parts.filter(({ from, to }) => from <= to && isSoFor(from)));
}

function withAttempt(attempt: number): MatchableRequest {
  return {
    method: '',
    path: '',
    query: '',
    headers: [],
    ipAddress: '',
    receivedAt: 0,
    bodySize: 0,
    mediaType: '',
    attempt,
  };
}

function joined(ranges: readonly AttemptRange[]): readonly AttemptRange[] {
  const result: AttemptRange[] = [];
  for (const range of ranges) {
    const last = result[result.length - 1];
    if (last !== undefined && last.to + 1 === range.from) last.to = range.to;
    else result.push({ ...range });
  }
  return result;
}

/** The attempts in both lists. */
export function inBoth(
  left: readonly AttemptRange[],
  right: readonly AttemptRange[],
): readonly AttemptRange[] {
  const result: AttemptRange[] = [];
  for (let i = 0, j = 0; ; ) {
    const [one, other] = [left[i], right[j]];
    if (one === undefined || other === undefined) return result;
    const range = { from: Math.max(one.from, other.from), to: Math.min(one.to, other.to) };
    if (range.from <= range.to) result.push(range);
    if (one.to < other.to) i += 1;
    else j += 1;
  }
}

/** The attempts that are not in the list. */
export function others(ranges: readonly AttemptRange[]): readonly AttemptRange[] {
  const result: AttemptRange[] = [];
  let from = 1;
  for (const range of ranges) {
    if (range.from > from) result.push({ from, to: range.from - 1 });
    from = range.to + 1;
  }
  if (from !== Number.POSITIVE_INFINITY) result.push({ from, to: Number.POSITIVE_INFINITY });
  return result;
}
