import type { Marks, WrittenScheme } from '../parts/parts.ts';

export const marks: Marks = {
  name: 'Contentful',
  documentation: 'https://www.contentful.com/developers/docs/webhooks/overview/',
  mediaTypes: ['application/vnd.contentful.management.v1+json'],
  events: [],
};

export const signature: WrittenScheme = {
  name: 'contentful',
  title: 'Contentful',
  documentation: 'https://www.contentful.com/developers/docs/webhooks/request-verification/',
  secret: {
    words: 'Signing secret',
    where: "In the space's settings under Webhooks, Settings: 64 characters.",
  },
  ways: [
    {
      by: 'own',
      headers: ['x-contentful-signature', 'x-contentful-signed-headers', 'x-contentful-timestamp'],
    },
  ],
  tolerance: 300,
  event: { header: 'X-Contentful-Topic' },
  proof: { library: '@contentful/node-apps-toolkit' },
  note: "Contentful's own library refuses what was signed more than 30 seconds ago unless it is told another time; set tolerance to 30 to see what it would say.",
};
