import type { Marks } from '../sender/parts.ts';
import { businessSenders } from './marks/business.ts';
import { cloudSenders } from './marks/clouds.ts';
import { codeSenders } from './marks/code.ts';
import { commerceSenders } from './marks/commerce.ts';
import { mailSenders } from './marks/mail.ts';
import { messagingSenders } from './marks/messaging.ts';
import { paymentSenders } from './marks/payments.ts';

export { carriers } from './marks/carriers.ts';

/** Every sender that is recognised. */
export const senders: readonly Marks[] = [
  ...codeSenders,
  ...paymentSenders,
  ...messagingSenders,
  ...mailSenders,
  ...commerceSenders,
  ...businessSenders,
  ...cloudSenders,
];
