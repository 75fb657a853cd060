import { githubPullRequest, githubPush } from '../data/github.samples.ts';
import { gitlabPush } from '../data/gitlab.samples.ts';
import { metaVerification } from '../data/meta.samples.ts';
import { paypalPaymentCaptured } from '../data/paypal.samples.ts';
import { salesforceOutboundMessage } from '../data/salesforce.samples.ts';
import { sendgridEvents } from '../data/sendgrid.samples.ts';
import { shopifyOrderCreated } from '../data/shopify.samples.ts';
import { slackEventCallback, slackSlashCommand } from '../data/slack.samples.ts';
import { stripeCheckoutCompleted, stripeInvoicePaid } from '../data/stripe.samples.ts';
import { twilioSms } from '../data/twilio.samples.ts';
import type { SampleRequest } from '../parts/parts.ts';

export { type SampleRequest, sampleSecret } from '../parts/parts.ts';

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
