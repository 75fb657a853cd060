import { marks as cloudEvents } from '../data/cloudevents.ts';
import { marks as standardWebhooks } from '../data/standard-webhooks.ts';
import { marks as svix } from '../data/svix.ts';
import { marks as webSub } from '../data/websub.ts';
import type { Marks } from '../parts/parts.ts';
import { businessSenders } from './marks/business.ts';
import { cloudSenders } from './marks/clouds.ts';
import { codeSenders } from './marks/code.ts';
import { commerceSenders } from './marks/commerce.ts';
import { mailSenders } from './marks/mail.ts';
import { messagingSenders } from './marks/messaging.ts';
import { paymentSenders } from './marks/payments.ts';

/**
 * Forms and services that carry the events of many senders. A request counts as theirs only if its sender is not known
 * otherwise.
 */
export const carriers: readonly Marks[] = [cloudEvents, webSub, svix, standardWebhooks];

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
