import { githubPullRequest } from './github-pull-request.ts';
import { githubPush } from './github-push.ts';
import { gitlabPush } from './gitlab-push.ts';
import { metaVerification } from './meta-verification.ts';
import { paypalPaymentCaptured } from './paypal-payment-captured.ts';
import { salesforceOutboundMessage } from './salesforce-outbound-message.ts';
import type { SampleRequest } from './sample-request.ts';
import { sendgridEvents } from './sendgrid-events.ts';
import { shopifyOrderCreated } from './shopify-order-created.ts';
import { slackEventCallback, slackSlashCommand } from './slack.ts';
import { stripeCheckoutCompleted, stripeInvoicePaid } from './stripe.ts';
import { twilioSms } from './twilio-sms.ts';

export { type SampleRequest, sampleSecret } from './sample-request.ts';

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

/** The sample of that id, if there is one. */
export function findSample(id: string): SampleRequest | undefined {
  return samples.find((sample) => sample.id === id);
}
