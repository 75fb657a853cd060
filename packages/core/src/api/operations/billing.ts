import { Type } from 'typebox';
import { PaymentEvent, PaymentReceipt, PlanOffer } from '../plans.ts';
import { failures, json, type Operation, operationsOf } from './operation.ts';

export const billingOperations = operationsOf('Billing', {
  listPlans: {
    summary: 'List the plans and how to buy them',
    description: 'Lists the plans with their limits, and the page that sells each to this account.',
    credentials: 'session',
    leastRole: 'viewer',
    answers: { 200: json('The plans', Type.Array(PlanOffer)) },
  },
});

/**
 * The route of the payment provider. It stands apart from `operations`: its handler needs the bytes of the body
 * for the signature before anything is parsed.
 */
export const receivePaymentEvent = {
  method: 'POST',
  url: '/api/billing/webhook',
  schema: {
    operationId: 'receivePaymentEvent',
    summary: 'Receive an event of the payment provider',
    description:
      'The request is authenticated by its signature over the exact bytes of the body, not by a credential. An event that was processed before, and one of an unknown type, changes nothing. An event whose account or subscription is not known yet is kept until it is.',
    tags: ['Billing'],
    security: [],
    // The header is optional here: a missing one is answered as a wrong signature, and it may have another name.
    headers: Type.Object({
      'payment-signature': Type.Optional(
        Type.String({
          description: '`t=<unix seconds>,v1=<hex>`; the operator can give the header another name',
        }),
      ),
    }),
    body: PaymentEvent,
    response: {
      200: json('The event is processed', PaymentReceipt),
      ...failures(
        'wrongSignature',
        'invalidInput',
        'malformedJson',
        'bodyTooLarge',
        'paymentsNotConfigured',
        'internal',
        'unavailable',
      ),
    },
  },
  bodyLimit: 1024 * 1024,
  config: { credentials: 'none', leastRole: 'person' },
} as const satisfies Operation;
