import type { Marks } from '../../sender/parts.ts';
import { marks as cloudEvents } from '../../senders/cloudevents.ts';
import { marks as standardWebhooks } from '../../senders/standard-webhooks.ts';
import { marks as svix } from '../../senders/svix.ts';
import { marks as webSub } from '../../senders/websub.ts';

/**
 * Forms and services that carry the events of many senders. A request counts as theirs only if its sender is not known
 * otherwise.
 */
export const carriers: readonly Marks[] = [cloudEvents, webSub, svix, standardWebhooks];
