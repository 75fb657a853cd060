export {
  type Handshake,
  type HandshakeAnswer,
  type HandshakeName,
  type HandshakeText,
  handshakes,
} from '../senders/tables/handshakes.ts';
export { answerTo, type Decision, type ScheduledAnswer } from './decision.ts';
export { isSameCounting } from './delivery-key.ts';
export {
  examinationWork,
  examine,
  examineInSteps,
  type Facts,
  mostWork,
  quickWork,
} from './examine.ts';
export { areAboutHeadersAlone, headersWithSecrets } from './kept-headers.ts';
export {
  type HeldMatches,
  heldMatches,
  heldMatchesInSteps,
  heldMatchesWork,
  readListenerMatch,
} from './matches.ts';
export { type LiteralAnswer, readListenerAnswer } from './read-reply.ts';
export { faultsOfSettings, readSettings, readStoredSettings } from './read-settings.ts';
export { butFound, nearestTo, SettingsError, ShapeError, shown } from './reading.ts';
export { mostRenderedBytes, renderBody } from './reply-body.ts';
export { delayOfStep, headOf, type ReplyHead } from './reply-head.ts';
export { headersForReply } from './reply-headers.ts';
export { type EventInHead, eventInBody, eventInHead } from './scheme-event.ts';
export {
  handshakeNames,
  hintOf,
  longestDelayMs,
  longestTimeoutMs,
  longestToleranceSeconds,
  mostCertificateCharacters,
  mostReplies,
  mostSecretCharacters,
  mostSecrets,
  mostSteps,
  mostStepsInPlan,
  type Reply,
  type SecretHint,
  type Settings,
  type VerifyingSettings,
} from './settings.ts';
export { parsePlan, parseStep, printPlan, type Step, type StepForm, stepForms } from './step.ts';
export type { Template, TemplateField } from './template.ts';
