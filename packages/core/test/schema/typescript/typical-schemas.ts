import type { ValueSchema } from '../../../src/schema/body-schema.ts';
import { integer, list, object, or, text, yesOrNo } from '../schemas.ts';

const uri: ValueSchema = { type: 'string', format: 'uri' };
const moment: ValueSchema = { type: 'string', format: 'date-time' };
const email: ValueSchema = { type: 'string', format: 'email' };
const nothing: ValueSchema = { type: 'null' };

function often(share: number, schema: ValueSchema): ValueSchema {
  return { ...schema, 'x-present': share };
}

const address = object({
  city: or(text, 'null'),
  country: text,
  line1: text,
  line2: or(text, 'null'),
  postal_code: text,
});

/** As senders of payments write: expandable members, lists, maps, one shape in several places. */
const invoicePaid = object({
  id: text,
  object: text,
  created: integer,
  livemode: yesOrNo,
  data: object(
    {
      object: object(
        {
          id: text,
          amount_paid: integer,
          tax_percent: or({ type: 'number' }, 'integer', 'null'),
          customer: or(object({ id: text, address: or(address, 'null') }), 'string'),
          customer_shipping: or(object({ name: text, phone: nothing, address }), 'null'),
          lines: object({
            object: text,
            data: list(
              object(
                {
                  id: text,
                  amount: integer,
                  period: object({ start: integer, end: integer }),
                  price: or(object({ id: text, recurring: nothing }), 'null'),
                },
                { metadata: often(0.25, { type: 'object', additionalProperties: text }) },
              ),
            ),
            has_more: yesOrNo,
            url: text,
          }),
          discounts: list({}),
          metadata: { type: 'object' },
        },
        { receipt_email: often(0.93, or(email, 'null')) },
      ),
    },
    { previous_attributes: often(0.004, object({}, { status: often(0.5, text) })) },
  ),
  request: or(object({ id: or(text, 'null'), idempotency_key: or(text, 'null') }), 'null'),
});

const user = (share: number) =>
  object(
    { login: text, id: integer, avatar_url: uri, type: text, site_admin: yesOrNo },
    { email: often(share, or(email, 'null')) },
  );

/** As forges write: wide objects, URLs, the same user everywhere. */
const push = object(
  {
    ref: text,
    before: text,
    after: text,
    repository: object({
      id: integer,
      full_name: text,
      private: yesOrNo,
      owner: user(0.2),
      html_url: uri,
      created_at: or(integer, 'string'),
      pushed_at: moment,
      topics: list(text),
    }),
    pusher: object({ name: text, email }),
    sender: user(0.6),
    commits: list(
      object({
        id: text,
        message: text,
        timestamp: moment,
        author: object({ name: text, email }),
        added: list(text),
      }),
    ),
    head_commit: or(
      object({
        id: text,
        message: text,
        timestamp: moment,
        author: object({ name: text, email }),
        added: list(text),
      }),
      'null',
    ),
  },
  { base_ref: often(0.999, nothing), '@tags': often(0.12, list(uri)) },
);

/** A root that is a list, a map beside named members, and names that are taken. */
const readings = list(
  object(
    {
      'sensor-id': { type: 'string', format: 'uuid' },
      values: object({ unit: text }, { scale: integer }, { type: 'number' }),
      byHour: { type: 'object', additionalProperties: list({ type: 'number' }) },
      温度: object({ celsius: { type: 'number' }, at: moment }),
      item: object({ celsius: { type: 'number' }, at: { type: 'string', format: 'date' } }),
      'item*/': object({ at: moment, until: moment }),
    },
    {},
    or(text, 'boolean'),
  ),
);

/** Schemas as they are made of what senders send, by event. */
export const typicalSchemas: Readonly<Record<string, ValueSchema>> = {
  'invoice.paid': invoicePaid,
  push,
  'error*/': readings,
};
