import type { SampleRequest } from './sample-request.ts';
import { stripeHeaders } from './stripe-headers.ts';

/** https://docs.stripe.com/api/invoices/object, in an event as https://docs.stripe.com/api/events/object has it */
export const stripeInvoicePaid: SampleRequest = {
  id: 'stripe:invoice.paid',
  sender: 'Stripe',
  title: 'Invoice paid',
  method: 'POST',
  query: '',
  headers: [
    ...stripeHeaders,
    [
      'Stripe-Signature',
      't=1772366403,v1=ffc2d4477abbe20cf2cb39bf214b197e301b7deef33020540d404ee935159e24',
    ],
  ],
  body: `{
  "id": "evt_1T6AbCKz8wQv3xYhP0mN5dRf",
  "object": "event",
  "api_version": "2026-02-25.clover",
  "created": 1772366402,
  "data": {
    "object": {
      "id": "in_1T6AZxKz8wQv3xYh7LsG2eUb",
      "object": "invoice",
      "account_country": "DE",
      "account_name": "Lighthouse Books",
      "amount_due": 2900,
      "amount_paid": 2900,
      "amount_remaining": 0,
      "attempt_count": 1,
      "attempted": true,
      "auto_advance": false,
      "billing_reason": "subscription_cycle",
      "collection_method": "charge_automatically",
      "created": 1772362800,
      "currency": "eur",
      "customer": "cus_U3kDq81nVbXcTz",
      "customer_email": "grace@customer.example",
      "customer_name": "Grace Lindqvist",
      "default_payment_method": null,
      "description": null,
      "hosted_invoice_url": "https://invoice.stripe.com/i/acct_1QExampleAccount/test_sample",
      "lines": {
        "object": "list",
        "data": [
          {
            "id": "il_1T6AZxKz8wQv3xYhQ4rB9tJc",
            "object": "line_item",
            "amount": 2900,
            "currency": "eur",
            "description": "1 × Reading room (at €29.00 / month)",
            "discountable": true,
            "livemode": false,
            "metadata": {},
            "parent": {
              "subscription_item_details": {
                "proration": false,
                "subscription": "sub_1S0PmnKz8wQv3xYhE6aW1oLd",
                "subscription_item": "si_TqW7aZ2nRk5vYb"
              },
              "type": "subscription_item_details"
            },
            "period": {
              "end": 1775044800,
              "start": 1772366400
            },
            "pricing": {
              "price_details": {
                "price": "price_1S0PkwKz8wQv3xYhC3dF8gHj",
                "product": "prod_TqW5sX9cVb2nMk"
              },
              "type": "price_details",
              "unit_amount_decimal": "2900"
            },
            "quantity": 1
          }
        ],
        "has_more": false,
        "total_count": 1,
        "url": "/v1/invoices/in_1T6AZxKz8wQv3xYh7LsG2eUb/lines"
      },
      "livemode": false,
      "metadata": {},
      "number": "LB-2026-0318",
      "parent": {
        "subscription_details": {
          "metadata": {
            "seat": "reading-room"
          },
          "subscription": "sub_1S0PmnKz8wQv3xYhE6aW1oLd"
        },
        "type": "subscription_details"
      },
      "period_end": 1772366400,
      "period_start": 1769947200,
      "status": "paid",
      "status_transitions": {
        "finalized_at": 1772366400,
        "marked_uncollectible_at": null,
        "paid_at": 1772366401,
        "voided_at": null
      },
      "subtotal": 2437,
      "total": 2900,
      "total_taxes": [
        {
          "amount": 463,
          "tax_behavior": "inclusive",
          "taxability_reason": "standard_rated",
          "taxable_amount": 2437,
          "type": "tax_rate_details"
        }
      ]
    }
  },
  "livemode": false,
  "pending_webhooks": 1,
  "request": {
    "id": null,
    "idempotency_key": null
  },
  "type": "invoice.paid"
}`,
};
