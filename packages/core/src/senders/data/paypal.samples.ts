import { compactJson } from '../../json/json-text.ts';
import type { SampleRequest } from '../parts/parts.ts';

/**
 * https://developer.paypal.com/api/rest/webhooks/event-names/#payments. PayPal signs with a certificate,
 * so the signature here only looks like one.
 */
export const paypalPaymentCaptured: SampleRequest = {
  id: 'paypal:PAYMENT.CAPTURE.COMPLETED',
  sender: 'PayPal',
  title: 'Payment captured',
  method: 'POST',
  query: '',
  headers: [
    ['Accept', '*/*'],
    ['Content-Type', 'application/json'],
    ['Correlation-Id', 'f20a7c3e91b45'],
    ['PAYPAL-AUTH-ALGO', 'SHA256withRSA'],
    ['PAYPAL-AUTH-VERSION', 'v2'],
    [
      'PAYPAL-CERT-URL',
      'https://api.sandbox.paypal.com/v1/notifications/certs/CERT-360caa42-fca2a594-sample',
    ],
    ['PAYPAL-TRANSMISSION-ID', '69cd13f0-1566-11f1-9a8f-f7b1c2e1b0a4'],
    [
      'PAYPAL-TRANSMISSION-SIG',
      'c2FtcGxlIG9mIGEgcGF5cGFsIHNpZ25hdHVyZSwgd2hpY2ggaXMgbXVjaCBsb25nZXI=',
    ],
    ['PAYPAL-TRANSMISSION-TIME', '2026-03-01T12:00:06Z'],
    ['User-Agent', 'PayPal/AUHR-214.0-58843222'],
  ],
  body: compactJson(`{
    "id": "WH-58D329510W468432D-8HN650336L201105X",
    "event_version": "1.0",
    "create_time": "2026-03-01T12:00:04.182Z",
    "resource_type": "capture",
    "resource_version": "2.0",
    "event_type": "PAYMENT.CAPTURE.COMPLETED",
    "summary": "Payment completed for EUR 45.7 EUR",
    "resource": {
      "id": "42311647XV020574X",
      "status": "COMPLETED",
      "amount": { "currency_code": "EUR", "value": "45.70" },
      "final_capture": true,
      "disbursement_mode": "INSTANT",
      "seller_protection": {
        "status": "ELIGIBLE",
        "dispute_categories": ["ITEM_NOT_RECEIVED", "UNAUTHORIZED_TRANSACTION"]
      },
      "seller_receivable_breakdown": {
        "gross_amount": { "currency_code": "EUR", "value": "45.70" },
        "paypal_fee": { "currency_code": "EUR", "value": "1.76" },
        "net_amount": { "currency_code": "EUR", "value": "43.94" }
      },
      "invoice_id": "LB-2026-0319",
      "custom_id": "basket-77121",
      "supplementary_data": { "related_ids": { "order_id": "5O190127TN364715T" } },
      "create_time": "2026-03-01T12:00:00Z",
      "update_time": "2026-03-01T12:00:00Z",
      "links": [
        {
          "href": "https://api.sandbox.paypal.com/v2/payments/captures/42311647XV020574X",
          "rel": "self",
          "method": "GET"
        },
        {
          "href": "https://api.sandbox.paypal.com/v2/payments/captures/42311647XV020574X/refund",
          "rel": "refund",
          "method": "POST"
        }
      ]
    },
    "links": [
      {
        "href": "https://api.sandbox.paypal.com/v1/notifications/webhooks-events/WH-58D329510W468432D-8HN650336L201105X",
        "rel": "self",
        "method": "GET"
      }
    ]
  }`),
};
