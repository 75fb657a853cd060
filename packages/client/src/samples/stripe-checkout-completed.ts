import type { SampleRequest } from './sample-request.ts';
import { stripeHeaders } from './stripe-headers.ts';

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
