import { Type } from 'typebox';
import { PaymentEvent, PaymentReceipt, PlanOffer } from '../billing.ts';
import {
  byAnybody,
  bySession,
  failures,
  failuresOfAll,
  failuresOfSession,
  json,
  type Operation,
} from './operation.ts';

export const listPlans = {
  method: 'GET',
  url: '/api/billing/plans',
  schema: {
    operationId: 'listPlans',
    summary: 'List the plans and how to buy them',
    description: 'What each plan allows, and the page that sells it to this account.',
    tags: ['Billing'],
    security: bySession,
    response: {
      200: json('The plans', Type.Array(PlanOffer)),
      ...failures(...failuresOfSession),
    },
  },
  config: { credentials: 'session' },
} as const satisfies Operation;

/**
 * The route of the payment provider. It stands apart from `operations`: its handler needs the bytes of
 * the body for the signature before anything is parsed.
 */
export const receivePaymentEvent = {
  method: 'POST',
  url: '/api/billing/webhook',
  schema: {
    operationId: 'receivePaymentEvent',
    summary: 'Receive an event of the payment provider',
    description:
      'Authenticated by its signature over the exact bytes of the body, not by a credential. An event that was processed before, and one of an unknown type, changes nothing. An event whose account or subscription is not known yet is kept until it is.',
    tags: ['Billing'],
    security: byAnybody,
    // Optional here: without it the signature is what is wrong, and it may have another name.
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
        ...failuresOfAll,
      ),
    },
  },
  bodyLimit: 2 ** 20,
  config: { credentials: 'none' },
} as const satisfies Operation;
