import { examineTerms, type TermFinding } from '@hookwell/client';
import type { Match, MatchableRequest } from '@hookwell/match';
import {
  delayOfStep,
  examine,
  headOf,
  type Reply,
  renderBody,
  type Settings,
  type Step,
} from '@hookwell/replies';

/** A captured request that replies are tried against. */
export interface TriedRequest {
  matchable: MatchableRequest;
  id: number;
  /** Decompressed and decoded. */
  body: { text: string; isWhole: boolean };
}

/** The answer to some attempts. */
export interface TriedAnswer {
  /** The first of them, and the last one; `undefined` if it is for all further ones. */
  from: number;
  to: number | undefined;
  /** As it is stored with the request: `429`, `timeout 10s`. */
  answer: string;
  /** `undefined`: no reply holds, so the request is acknowledged as without settings. */
  sent:
    | {
        reply: number;
        step: Step;
        delayMs: number;
        head: ReturnType<typeof headOf>;
        body: Uint8Array;
      }
    | undefined;
}

/** A reply that answers no attempt. */
export interface PassedReply {
  reply: number;
  /** The terms that do not hold. None: all hold, but an earlier reply answers. */
  missing: readonly TermFinding[];
}

export interface Trial {
  /** In the order of the attempts. */
  answers: readonly TriedAnswer[];
  passed: readonly PassedReply[];
}

/** Says how settings would answer a request, and why other replies would not. Nothing is sent. */
export function tryReplies(settings: Settings, tried: TriedRequest): Trial {
  const { matchable, body } = tried;
  const facts = { request: matchable, doorHeaders: matchable.headers, bodyHash: '', body };
  const { schedule, values } = examine(settings, facts);
  const answers = schedule.map(({ from, answer, reply: index, step }, place) => {
    const next = schedule[place + 1]?.from;
    const reply = index === undefined ? undefined : settings.replies[index];
    const numbered = new Map([...values, ['id', String(tried.id)], ['attempt', String(from)]]);
    return {
      from,
      to: next === undefined ? undefined : next - 1,
      answer,
      sent: reply && index !== undefined ? sentBy(index, reply, step, numbered) : undefined,
    };
  });
  const answering = new Set(schedule.map(({ reply }) => reply));
  const passed = settings.replies.flatMap(({ when }, reply) =>
    answering.has(reply)
      ? []
      : [{ reply, missing: when === undefined ? [] : missingTerms(when, tried) }],
  );
  return { answers, passed };
}

function sentBy(
  index: number,
  reply: Reply,
  at: number,
  values: ReadonlyMap<string, string>,
): TriedAnswer['sent'] {
  const step = reply.steps[at];
  return (
    step && {
      reply: index,
      step,
      delayMs: delayOfStep(reply, step),
      head: headOf(reply, step),
      body: renderBody(reply, values),
    }
  );
}

/** The terms that do not hold. Those about attempts are left out, since the attempts are gone through. */
function missingTerms(when: Match, { matchable, body }: TriedRequest): TermFinding[] {
  const terms = when.terms.filter(
    ({ condition }) => !('field' in condition && condition.field.name === 'attempt'),
  );
  // Ages such as received>15m count from the arrival.
  const findings = examineTerms(
    { terms },
    { request: matchable, body: body.text },
    matchable.receivedAt,
  );
  return findings.filter(({ holds }) => !holds);
}
