import { hash, randomBytes } from 'node:crypto';
import type { Evaluation } from '@hookwell/core/rules';
import type { KeyedHash } from '@hookwell/core/signatures/verify';
import type { AnswerPlan, AppendedCapture } from '../capture-log/captures.ts';
import type { FoundSignature } from '../signatures/finding.ts';
import { unverifiedSignature } from '../signatures/signed-time.ts';
import type { EvaluatedHead } from '../workers/evaluate-task.ts';
import type { SettingsAtVersion } from './endpoint-settings.ts';
import { type PreparedAnswer, prepareAnswer, tryAgain } from './prepared-answer.ts';

/** How a request is answered. */
export interface Answering {
  /** It is stored with the capture. */
  plan: AnswerPlan;
  /** Absent if no signature was verified. */
  signature?: FoundSignature | undefined;
  /** The answer to the stored capture; undefined: the acknowledgement. */
  prepare: (stored: AppendedCapture) => PreparedAnswer | undefined;
}

/** The answer to a capture that could not be evaluated: nobody knows what its sender was to get, and most senders send again. */
const answersLater = [{ answer: '503', retryAfter: 1 }];

/** @param evaluation undefined if there was no time for it */
export function answeringBy(
  { settings, hashKey, countedSince, secrets }: SettingsAtVersion,
  evaluation: Evaluation | undefined,
  { method, target, headers, bodyHash }: EvaluatedHead,
  signature: FoundSignature | undefined,
): Answering {
  const isOne = settings.delivery === 'one';
  const delivery =
    evaluation?.delivery ??
    (isOne ? 'one' : JSON.stringify(['unexamined', method, target, bodyHash]));
  const plan: AnswerPlan = {
    delivery: deliveryName(hashKey, countedSince, delivery),
    answers: evaluation?.answers ?? answersLater,
    bodyHash,
    idHash: evaluation?.id === undefined ? undefined : hashOfId(hashKey, evaluation.id),
    event: evaluation?.event,
    signature: signature?.text ?? unverifiedSignature(headers),
    verdict: signature?.verdict,
  };
  const prepare = (stored: AppendedCapture): PreparedAnswer | undefined =>
    evaluation === undefined
      ? tryAgain
      : prepareAnswer(settings, evaluation, { ...stored, delivery: plan.delivery }, secrets[0]);
  return { plan, signature, prepare };
}

/** The answer to a request whose settings could not be read in time: it is a delivery of its own. */
export function answeringLater(bodyHash: string): Answering {
  const plan = { delivery: ownDeliveryName(), answers: answersLater, bodyHash };
  return { plan, prepare: () => tryAgain };
}

/** SHA-256 of a small body, in hex. */
export function hashNow(body: readonly Uint8Array[]): string {
  const [only = new Uint8Array()] = body;
  // In one call this takes half of the time of a hash that is made, updated and ended.
  return hash('sha256', body.length > 1 ? Buffer.concat(body) : only, 'hex');
}

/** The digits of Base64 for addresses. */
const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const deliveryBytes = 16;
/** The digits before the last one, which stands for two bits alone. */
const wholeDigits = 21;

/**
 * The name of a delivery as it is stored and shown: 22 characters of Base64 for addresses.
 * @param text the same for all attempts of the delivery
 * @param countedSince part of the name, so that a delivery has another one once counting begins anew
 */
function deliveryName(key: KeyedHash, countedSince: number, text: string): string {
  const digest = key.digest([`${countedSince}\n${text}`], 'base64url');
  const last = digits.indexOf(digest.charAt(wholeDigits)) & 0b110000;
  return digest.slice(0, wholeDigits) + digits.charAt(last);
}

/** The name of a delivery that no other capture belongs to. */
function ownDeliveryName(): string {
  return randomBytes(deliveryBytes).toString('base64url');
}

/** The hash of the sender's own id, in hex. It stays the same when counting begins anew. */
function hashOfId(key: KeyedHash, id: string): string {
  return key.digest([`id\n${id}`], 'hex');
}
