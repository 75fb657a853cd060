import type { Evaluation } from '@hookwell/core/rules';
import type { AnswerPlan, AppendedCapture } from '../capture-log/captures.ts';
import type { Finding } from '../signatures/finding.ts';
import type { EvaluatedHead } from '../workers/evaluate-task.ts';
import { deliveryName, hashOfId, ownDeliveryName } from './hashes.ts';
import { type PreparedAnswer, prepareAnswer, tryAgain } from './prepared-answer.ts';
import type { SettingsAtVersion } from './settings-row.ts';
import { unverifiedSignature } from './signed-time.ts';

/** How a request is answered. */
export interface Answering {
  /** It is stored with the capture. */
  plan: AnswerPlan;
  /** Absent if no signature was verified. */
  signature?: Finding | undefined;
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
  signature: Finding | undefined,
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
