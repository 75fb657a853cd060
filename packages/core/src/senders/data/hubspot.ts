import type { Marks, WrittenScheme } from '../parts/parts.ts';

export const marks: Marks = {
  name: 'HubSpot',
  documentation: 'https://developers.hubspot.com/docs/api-reference/webhooks-webhooks-v3/guide',
  shapes: [{ json: ['[].subscriptionType', '[].portalId'] }],
  events: [{ json: '[].subscriptionType' }],
};

export const signature: WrittenScheme = {
  name: 'hubspot-v3',
  title: 'HubSpot',
  documentation:
    'https://developers.hubspot.com/docs/apps/developer-platform/build-apps/authentication/request-validation',
  secret: {
    words: 'Client secret',
    where: "On the app's page in HubSpot under Auth.",
  },
  ways: [
    {
      by: 'hmac',
      header: 'X-HubSpot-Signature-v3',
      encoding: 'base64',
      signed: '{method}{url}{body}{timestamp}',
      time: { header: 'X-HubSpot-Request-Timestamp', unit: 'ms' },
      decodesUrl: true,
    },
  ],
  event: { json: ['0', 'subscriptionType'] },
  proof: { library: '@hubspot/api-client' },
  note: 'Some characters of the public URL are signed without their percent-encoding. A request may have many events; the first one names it.',
};
