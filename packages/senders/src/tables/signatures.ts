import type { WrittenScheme } from '../sender/parts.ts';
import { signature as adyen } from '../senders/adyen.ts';
import { signature as asana } from '../senders/asana.ts';
import { signature as awsSns } from '../senders/aws-sns.ts';
import { signature as bitbucket } from '../senders/bitbucket.ts';
import { signature as calcom } from '../senders/calcom.ts';
import { signature as calendly } from '../senders/calendly.ts';
import { signature as contentful } from '../senders/contentful.ts';
import { signature as discord } from '../senders/discord.ts';
import { signature as docusign } from '../senders/docusign.ts';
import { signature as dropbox } from '../senders/dropbox.ts';
import { signature as github } from '../senders/github.ts';
import { signature as gitlab } from '../senders/gitlab.ts';
import { signature as hubspot } from '../senders/hubspot.ts';
import { signature as intercom } from '../senders/intercom.ts';
import { signature as jira } from '../senders/jira.ts';
import { signature as linear } from '../senders/linear.ts';
import { signature as mailgun } from '../senders/mailgun.ts';
import { signature as mandrill } from '../senders/mandrill.ts';
import { signature as meta } from '../senders/meta.ts';
import { signature as microsoftGraph } from '../senders/microsoft-graph.ts';
import { signature as notion } from '../senders/notion.ts';
import { signature as paddle } from '../senders/paddle.ts';
import { signature as paypal } from '../senders/paypal.ts';
import { signature as plaid } from '../senders/plaid.ts';
import { signature as razorpay } from '../senders/razorpay.ts';
import { signature as sendgrid } from '../senders/sendgrid.ts';
import { signature as shopify } from '../senders/shopify.ts';
import { signature as slack } from '../senders/slack.ts';
import { signature as square } from '../senders/square.ts';
import { signature as standardWebhooks } from '../senders/standard-webhooks.ts';
import { signature as stripe } from '../senders/stripe.ts';
import { signature as svix } from '../senders/svix.ts';
import { signature as twilio } from '../senders/twilio.ts';
import { signature as twitter } from '../senders/twitter.ts';
import { signature as typeform } from '../senders/typeform.ts';
import { signature as vercel } from '../senders/vercel.ts';
import { signature as woocommerce } from '../senders/woocommerce.ts';
import { signature as zendesk } from '../senders/zendesk.ts';
import { signature as zoom } from '../senders/zoom.ts';

export type * from '../sender/parts.ts';

/** The signature schemes of senders. */
export const signatures: readonly WrittenScheme[] = [
  github,
  linear,
  gitlab,
  bitbucket,
  jira,
  vercel,
  stripe,
  shopify,
  woocommerce,
  square,
  paddle,
  paypal,
  plaid,
  adyen,
  razorpay,
  slack,
  zoom,
  twilio,
  sendgrid,
  mailgun,
  mandrill,
  discord,
  meta,
  twitter,
  intercom,
  hubspot,
  zendesk,
  typeform,
  calendly,
  calcom,
  notion,
  asana,
  docusign,
  dropbox,
  contentful,
  microsoftGraph,
  awsSns,
  standardWebhooks,
  svix,
];
