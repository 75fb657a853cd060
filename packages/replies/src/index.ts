export { answerTo, type Decision, type ScheduledAnswer } from './decision.ts';
export type { Reply, Settings, Step } from './settings.ts';
export type { Template } from './template.ts';
