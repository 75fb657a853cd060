import { examineTerms, type TermFinding } from '@hookwell/client';
import type { Match, MatchableRequest } from '@hookwell/core/match';
import {
  delayOfStep,
  evaluate,
  type HandshakeAnswer,
  type HandshakeName,
  handshakes,
  headOf,
  type Reply,
  renderBody,
  type Settings,
  type Step,
} from '@hookwell/core/rules';
import { ordinal } from '../../request/badges.tsx';

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
        head: Pick<ReturnType<typeof headOf>, 'status' | 'headers'>;
        body: Uint8Array;
      }
    | undefined;
}

/** A reply that answers no attempt. */
export interface PassedReply {
  reply: number;
  /** The terms that do not hold. */
  missing: readonly TermFinding[];
  /** It answers the handshakes of this sender alone, and the request is none. Neither: an earlier reply answers. */
  handshake?: HandshakeName;
}

interface SettingsTrial {
  /** In the order of the attempts. */
  answers: readonly TriedAnswer[];
  passed: readonly PassedReply[];
}

/** Says how settings would answer a request, and why other replies would not. Nothing is sent. */
export function tryReplies(settings: Settings, tried: TriedRequest): SettingsTrial {
  const { matchable, body } = tried;
  const facts = { request: matchable, doorHeaders: matchable.headers, bodyHash: '', body };
  const { reply: answering, answers: planned, values, handshake } = evaluate(settings, facts);
  const reply = answering === undefined ? undefined : settings.replies[answering];
  const answers: TriedAnswer[] = [];
  for (const [step, { answer }] of planned.entries()) {
    const from = step + 1;
    const last = answers.at(-1);
    if (last !== undefined) {
      if (reply?.steps[step]?.written === reply?.steps[step - 1]?.written) continue;
      last.to = step;
    }
    const numbered = new Map([...values, ['id', String(tried.id)], ['attempt', String(from)]]);
    const sent =
      reply && answering !== undefined
        ? sentBy(answering, reply, step, numbered, reply.handshake && handshake)
        : undefined;
    answers.push({ from, to: undefined, answer, sent });
  }
  const passed = settings.replies.flatMap(({ when, handshake: ofSender }, index): PassedReply[] => {
    if (index === answering) return [];
    const missing = when === undefined ? [] : missingTerms(when, tried);
    const isTaken = answering !== undefined && answering < index;
    return [{ reply: index, missing, ...(ofSender && !isTaken && { handshake: ofSender }) }];
  });
  return { answers, passed };
}

function sentBy(
  index: number,
  reply: Reply,
  at: number,
  values: ReadonlyMap<string, string>,
  handshake: HandshakeAnswer | undefined,
): TriedAnswer['sent'] {
  const step = reply.steps[at];
  return (
    step && {
      reply: index,
      step,
      delayMs: delayOfStep(reply, step),
      head: handshake ?? headOf(reply, step, values),
      body: handshake ? handshakeBody(handshake) : renderBody(reply, values),
    }
  );
}

/** The secret is not here, so words stand in the place of what is computed with it. */
function handshakeBody({ body }: HandshakeAnswer): Uint8Array {
  const texts = body.map((part) => (typeof part === 'string' ? part : `(${computedWords(part)})`));
  return new TextEncoder().encode(texts.join(''));
}

function computedWords({ hmacOf, encoding }: { hmacOf: string; encoding: string }): string {
  return `HMAC-SHA256 of ${hmacOf} under the first secret, in ${encoding}`;
}

/** Why a request is no handshake of a sender: a sentence behind a colon. */
export function noHandshakeWords(name: HandshakeName): string {
  const { sender, sends, secretOf } = handshakes[name];
  const secret =
    secretOf === undefined
      ? ''
      : ', and its reply needs that sender and its secret under Signatures';
  const isAtTheDoor = name === 'asana' ? ', which is not stored, so it cannot be tried here' : '';
  return `this is not a handshake of ${sender}, a ${sends}${isAtTheDoor}${secret}`;
}

/** The terms that do not hold. */
function missingTerms(when: Match, { matchable, body }: TriedRequest): TermFinding[] {
  // Ages such as received>15m count from the arrival.
  const findings = examineTerms(
    when,
    { request: matchable, body: body.text },
    matchable.receivedAt,
  );
  return findings.filter(({ holds }) => !holds);
}

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
