import type { IncomingMessage } from 'node:http';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { operations, receivePaymentEvent } from '@hookwell/core/api';
import type { FastifyRequest } from 'fastify';
import { ApiError } from '../api-error.ts';
import { callerOf } from '../http/caller.ts';
import { parseJson, readWholeBody } from '../http/request-body.ts';
import { compileCheck } from '../http/validation.ts';
import type { Parts } from '../parts.ts';
import { receiveEvent } from './payment-events.ts';
import { offersFor } from './plans.ts';
import { refuseUnsigned, verifySignature } from './signature.ts';

/** The plans on offer, and the events of the payment provider. */
export function billingRoutes(parts: Parts): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.route({
      ...operations.listPlans,
      handler: async (request) => offersFor(parts.config, callerOf(request)),
    });
    await app.register(paymentWebhook(parts));
  };
}

// The handler checks the body, after its signature: until then any stranger may have sent it.
const { body: eventSchema, ...schema } = receivePaymentEvent.schema;
const checkEvent = compileCheck(eventSchema);

/** Takes the events of the payment provider. */
function paymentWebhook(parts: Parts): FastifyPluginAsyncTypebox {
  const { config, store, clock } = parts;
  const secrets = config.paymentWebhookSecrets;

  return async (app) => {
    // Only here the body is taken as bytes, of any media type: the signature is over them.
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', (request: FastifyRequest, payload: IncomingMessage) =>
      readWholeBody(request, payload),
    );

    app.route<{ Body: Buffer | undefined }>({
      ...receivePaymentEvent,
      schema,
      onRequest: async () => {
        if (secrets.length === 0) throw new ApiError('paymentsNotConfigured');
      },
      preParsing: async (request) => {
        refuseUnsigned(request.headers[config.paymentSignatureHeader]);
      },
      handler: async (request) => {
        const body = request.body ?? Buffer.alloc(0);
        const now = clock();
        const header = request.headers[config.paymentSignatureHeader];
        const signedAt = verifySignature({ header, body, secrets, now });
        const { text, value } = parseJson(body);
        const event = checkEvent(value);
        const received = { event, text, signedAt };
        const tell = (accountId: number) => store.changes.tell(accountId);
        const outcome = await receiveEvent(store.db, config, received, now, tell);
        request.log.info({ event: event.id, type: event.type, outcome }, 'payment event');
        return { received: true as const };
      },
    });
  };
}
