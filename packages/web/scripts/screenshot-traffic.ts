import { findSample, type SampleRequest } from '@hookwell/client/samples';

export interface Sent extends Pick<SampleRequest, 'method' | 'headers' | 'body'> {
  /** The path and query after the token. */
  path: string;
}

/** The differences in Stripe's next invoice. */
const nextInvoice = {
  evt_1T6AbCKz8wQv3xYhP0mN5dRf: 'evt_1T6AeNKz8wQv3xYhR7tB2kLs',
  '"created": 1772366402': '"created": 1772367015',
  '"amount_due": 2900': '"amount_due": 4400',
  '"amount_paid": 2900': '"amount_paid": 4400',
  '"billing_reason": "subscription_cycle"': '"billing_reason": "subscription_update"',
  '1 × Reading room (at €29.00 / month)': '1 × Reading room and archive (at €44.00 / month)',
  '"total": 2900': '"total": 4400',
};

/** The requests to a shop's endpoint on a quiet morning, the oldest first. */
export const traffic: readonly Sent[] = [
  sample('github:push', '/deploys'),
  sample('slack:slash-command', '/slack/commands'),
  sample('stripe:invoice.paid', '/stripe'),
  sample('twilio:sms', '/sms?region=eu'),
  changed(sample('stripe:invoice.paid', '/stripe'), nextInvoice),
  sample('sendgrid:events', '/mail'),
  {
    method: 'GET',
    path: '/health?source=uptime',
    headers: [['User-Agent', 'Uptime-Probe/2.4']],
    body: '',
  },
  sample('gitlab:push', '/deploys'),
  sample('salesforce:outbound-message', '/crm'),
  {
    method: 'PUT',
    path: '/stock/SKU-1042',
    headers: [
      ['Content-Type', 'application/json'],
      ['User-Agent', 'warehouse-sync/3.1'],
    ],
    body: '{"sku":"SKU-1042","available":17}',
  },
  sample('github:pull_request', '/deploys'),
  {
    method: 'DELETE',
    path: '/carts/9f2c',
    headers: [['User-Agent', 'cart-cleanup/1.0']],
    body: '',
  },
  // The fonts of the tests have no gift.
  changed(sample('shopify:orders/create', '/orders'), { ' 🎁': '' }),
];

function sample(id: string, path: string): Sent {
  const found = findSample(id);
  if (found === undefined) throw new Error(`There is no sample ${id}`);
  const { method, headers, body } = found;
  return { method, headers, body, path };
}

/** The same request with other values, as the next event of a sender has them. */
function changed(sent: Sent, words: Readonly<Record<string, string>>): Sent {
  let { body } = sent;
  for (const [before, after] of Object.entries(words)) body = body.replace(before, after);
  return { ...sent, body };
}
