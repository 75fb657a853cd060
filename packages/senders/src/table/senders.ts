import { businessSenders } from './business.ts';
import { cloudSenders } from './clouds.ts';
import { codeSenders } from './code.ts';
import { commerceSenders } from './commerce.ts';
import { mailSenders } from './mail.ts';
import { messagingSenders } from './messaging.ts';
import { paymentSenders } from './payments.ts';
import type { Sender } from './sender.ts';

export { carriers } from './carriers.ts';
export type { BodyShape, EventPlace, JsonCondition, Sender } from './sender.ts';

/** Every sender that is recognised. */
export const senders: readonly Sender[] = [
  ...codeSenders,
  ...paymentSenders,
  ...messagingSenders,
  ...mailSenders,
  ...commerceSenders,
  ...businessSenders,
  ...cloudSenders,
];
