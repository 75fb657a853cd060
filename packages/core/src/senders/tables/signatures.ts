import { signature as adyen } from '../data/adyen.ts';
import { signature as asana } from '../data/asana.ts';
import { signature as awsSns } from '../data/aws-sns.ts';
import { signature as bitbucket } from '../data/bitbucket.ts';
import { signature as calcom } from '../data/calcom.ts';
import { signature as calendly } from '../data/calendly.ts';
import { signature as contentful } from '../data/contentful.ts';
import { signature as discord } from '../data/discord.ts';
import { signature as docusign } from '../data/docusign.ts';
import { signature as dropbox } from '../data/dropbox.ts';
import { signature as github } from '../data/github.ts';
import { signature as gitlab } from '../data/gitlab.ts';
import { signature as hubspot } from '../data/hubspot.ts';
import { signature as intercom } from '../data/intercom.ts';
import { signature as jira } from '../data/jira.ts';
import { signature as linear } from '../data/linear.ts';
import { signature as mailgun } from '../data/mailgun.ts';
import { signature as mandrill } from '../data/mandrill.ts';
import { signature as meta } from '../data/meta.ts';
import { signature as microsoftGraph } from '../data/microsoft-graph.ts';
import { signature as notion } from '../data/notion.ts';
import { signature as paddle } from '../data/paddle.ts';
import { signature as paypal } from '../data/paypal.ts';
import { signature as plaid } from '../data/plaid.ts';
import { signature as razorpay } from '../data/razorpay.ts';
import { signature as sendgrid } from '../data/sendgrid.ts';
import { signature as shopify } from '../data/shopify.ts';
import { signature as slack } from '../data/slack.ts';
import { signature as square } from '../data/square.ts';
import { signature as standardWebhooks } from '../data/standard-webhooks.ts';
import { signature as stripe } from '../data/stripe.ts';
import { signature as svix } from '../data/svix.ts';
import { signature as twilio } from '../data/twilio.ts';
import { signature as twitter } from '../data/twitter.ts';
import { signature as typeform } from '../data/typeform.ts';
import { signature as vercel } from '../data/vercel.ts';
import { signature as woocommerce } from '../data/woocommerce.ts';
import { signature as zendesk } from '../data/zendesk.ts';
import { signature as zoom } from '../data/zoom.ts';
import type { WrittenScheme } from '../parts/parts.ts';

export type * from '../parts/parts.ts';

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
