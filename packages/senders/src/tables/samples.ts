import type { SampleRequest } from '../sender/parts.ts';
import { githubPullRequest, githubPush } from '../senders/github.samples.ts';
import { gitlabPush } from '../senders/gitlab.samples.ts';
import { metaVerification } from '../senders/meta.samples.ts';
import { paypalPaymentCaptured } from '../senders/paypal.samples.ts';
import { salesforceOutboundMessage } from '../senders/salesforce.samples.ts';
import { sendgridEvents } from '../senders/sendgrid.samples.ts';
import { shopifyOrderCreated } from '../senders/shopify.samples.ts';
import { slackEventCallback, slackSlashCommand } from '../senders/slack.samples.ts';
import { stripeCheckoutCompleted, stripeInvoicePaid } from '../senders/stripe.samples.ts';
import { twilioSms } from '../senders/twilio.samples.ts';

export { type SampleRequest, sampleSecret } from '../sender/parts.ts';

/** Every sample, those of one sender side by side. The first one is good to begin with. */
export const samples: readonly SampleRequest[] = [
  stripeInvoicePaid,
  stripeCheckoutCompleted,
  githubPush,
  githubPullRequest,
  gitlabPush,
  shopifyOrderCreated,
  slackEventCallback,
  slackSlashCommand,
  twilioSms,
  sendgridEvents,
  paypalPaymentCaptured,
  salesforceOutboundMessage,
  metaVerification,
];
