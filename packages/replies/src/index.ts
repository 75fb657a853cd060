export {
  type Handshake,
  type HandshakeAnswer,
  type HandshakeName,
  type HandshakeText,
  handshakes,
} from '@hookwell/senders/handshakes';
export { isSameCounting } from './counting.ts';
export { answerTo, type Decision, type ScheduledAnswer } from './decision.ts';
export { examinationWork, mostWork, quickWork } from './examination-work.ts';
export { examine, examineInSteps, type Facts } from './examine.ts';
export {
  type HeldMatches,
  heldMatches,
  heldMatchesInSteps,
  heldMatchesWork,
} from './held-matches.ts';
export { areAboutHeadersAlone, headersWithSecrets } from './kept-headers.ts';
export { butFound } from './members.ts';
export { nearestTo } from './nearest.ts';
export { type LiteralAnswer, readListenerAnswer } from './read-listener-answer.ts';
export { faultsOfSettings, readSettings, readStoredSettings } from './read-settings.ts';
export { mostRenderedBytes, renderBody } from './render-body.ts';
export { delayOfStep, headOf, type ReplyHead } from './reply-head.ts';
export { headersForReply } from './reply-headers.ts';
export { readListenerMatch } from './reply-match.ts';
export { type EventInHead, eventInBody, eventInHead } from './scheme-event.ts';
export { hintOf } from './secret-hint.ts';
export {
  handshakeNames,
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
export { SettingsError, ShapeError, shown } from './settings-error.ts';
export { parsePlan, parseStep, printPlan, type Step, type StepForm, stepForms } from './step.ts';
export type { Template, TemplateField } from './template.ts';
