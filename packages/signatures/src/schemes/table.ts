import type { Scheme } from '../scheme.ts';

export const schemes: readonly Scheme[] = [
  {
    name: 'github',
    title: 'GitHub',
    documentation:
      'https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries',
    secret: {
      words: 'Secret',
      where: "In the webhook's settings on GitHub, where you choose it yourself.",
      form: 'text',
    },
    headers: ['x-hub-signature-256'],
    senders: ['GitHub'],
    id: { header: 'x-github-delivery' },
    event: { header: 'x-github-event' },
    canSign: true,
  },
  {
    name: 'stripe',
    title: 'Stripe',
    documentation: 'https://docs.stripe.com/webhooks#verify-official-libraries',
    secret: {
      words: 'Signing secret',
      where: 'In the Stripe Dashboard, on the page of the webhook endpoint.',
      form: 'text',
    },
    headers: ['stripe-signature'],
    senders: ['Stripe'],
    tolerance: 300,
    id: { json: ['id'] },
    event: { json: ['type'] },
    canSign: true,
  },
];

const byName = new Map(schemes.map((scheme) => [scheme.name, scheme]));

export function findScheme(name: string): Scheme | undefined {
  return byName.get(name);
}
