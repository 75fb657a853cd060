/** What Stripe sends with every event beside the signature. */
export const stripeHeaders = [
  ['Accept', '*/*; q=0.5, application/xml'],
  ['Cache-Control', 'no-cache'],
  ['Content-Type', 'application/json; charset=utf-8'],
  ['User-Agent', 'Stripe/1.0 (+https://stripe.com/docs/webhooks)'],
] as const;
