export {
  type Handshake,
  type HandshakeAnswer,
  type HandshakeName,
  type HandshakeText,
  handshakes,
} from '../senders/tables/handshakes.ts';
export { isSameCounting } from './delivery-key.ts';
export { type Evaluation, evaluate, type Facts, type PlannedAnswer } from './evaluate.ts';
export { areAboutHeadersAlone, headersWithSecrets } from './kept-headers.ts';
export { heldMatches, readWhen } from './matches.ts';
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
  ofAttempt,
  type Reply,
  type SecretHint,
  type Settings,
  type VerifyingSettings,
} from './settings.ts';
export { parsePlan, parseStep, printPlan, type Step, type StepForm, stepForms } from './step.ts';
export type { Template, TemplateField } from './template.ts';
