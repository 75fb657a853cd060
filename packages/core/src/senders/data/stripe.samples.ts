import type { SampleRequest } from '../parts/parts.ts';

/** Stripe sends these with every event beside the signature. */
const stripeHeaders = [
  ['Accept', '*/*; q=0.5, application/xml'],
  ['Cache-Control', 'no-cache'],
  ['Content-Type', 'application/json; charset=utf-8'],
  ['User-Agent', 'Stripe/1.0 (+https://stripe.com/docs/webhooks)'],
] as const;

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

/** https://docs.stripe.com/api/checkout/sessions/object */
export const stripeCheckoutCompleted: SampleRequest = {
  id: 'stripe:checkout.session.completed',
  sender: 'Stripe',
  title: 'Checkout completed',
  method: 'POST',
  query: '',
  headers: [
    ...stripeHeaders,
    [
      'Stripe-Signature',
      't=1772366512,v1=45c3a1d484a81a62cf496c013fde9c883f90d7ab23bbf168d7c66fb11e683bce',
    ],
  ],
  body: `{
  "id": "evt_1T6Ad0Kz8wQv3xYhZ5tG7uKe",
  "object": "event",
  "api_version": "2026-02-25.clover",
  "created": 1772366511,
  "data": {
    "object": {
      "id": "cs_test_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8s9T0u1V2w3X4y5Z6",
      "object": "checkout.session",
      "allow_promotion_codes": true,
      "amount_subtotal": 4180,
      "amount_total": 4570,
      "automatic_tax": {
        "enabled": true,
        "provider": "stripe",
        "status": "complete"
      },
      "cancel_url": "https://lighthouse-books.example/basket",
      "client_reference_id": "basket-77120",
      "created": 1772366281,
      "currency": "eur",
      "customer": "cus_U3kDq81nVbXcTz",
      "customer_details": {
        "address": {
          "city": "Lübeck",
          "country": "DE",
          "line1": "An der Obertrave 12",
          "line2": null,
          "postal_code": "23552",
          "state": null
        },
        "email": "grace@customer.example",
        "name": "Grace Lindqvist",
        "phone": null,
        "tax_exempt": "none",
        "tax_ids": []
      },
      "customer_email": null,
      "expires_at": 1772452681,
      "livemode": false,
      "locale": "de",
      "metadata": {
        "gift": "false"
      },
      "mode": "payment",
      "payment_intent": "pi_3T6AcmKz8wQv3xYh0XrN4sPq",
      "payment_method_types": [
        "card",
        "paypal"
      ],
      "payment_status": "paid",
      "shipping_cost": {
        "amount_subtotal": 390,
        "amount_tax": 62,
        "amount_total": 390,
        "shipping_rate": "shr_1RzKpLKz8wQv3xYhM8nB6vCx"
      },
      "status": "complete",
      "subscription": null,
      "success_url": "https://lighthouse-books.example/thanks?session={CHECKOUT_SESSION_ID}",
      "total_details": {
        "amount_discount": 0,
        "amount_shipping": 390,
        "amount_tax": 335
      },
      "ui_mode": "hosted",
      "url": null
    }
  },
  "livemode": false,
  "pending_webhooks": 1,
  "request": {
    "id": null,
    "idempotency_key": null
  },
  "type": "checkout.session.completed"
}`,
};
