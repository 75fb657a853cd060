import type { Marks, WrittenScheme } from '../parts/parts.ts';

export const marks: Marks = {
  name: 'Adyen',
  documentation: 'https://docs.adyen.com/development-resources/webhooks/',
  userAgents: ['adyen httpclient'],
  shapes: [
    { json: ['notificationItems[].NotificationRequestItem'] },
    { json: ['type^=balancePlatform.', 'environment'] },
  ],
  events: [{ json: 'notificationItems[].NotificationRequestItem.eventCode' }, { json: 'type' }],
};

export const signature: WrittenScheme = {
  name: 'adyen',
  title: 'Adyen',
  documentation:
    'https://docs.adyen.com/development-resources/webhooks/secure-webhooks/verify-hmac-signatures/',
  secret: {
    words: 'HMAC key',
    where:
      'In the Customer Area under Developers, Webhooks, Security: hexadecimal digits, shown once.',
    form: 'hex',
  },
  ways: [{ by: 'own', headers: [] }],
  id: { json: ['notificationItems', '0', 'NotificationRequestItem', 'pspReference'] },
  event: { json: ['notificationItems', '0', 'NotificationRequestItem', 'eventCode'] },
  canSign: false,
  proof: { library: '@adyen/api-library' },
  note: 'Of a payment eight fields are signed, not the body. Other webhooks sign the body, in the header HmacSignature.',
};
