import type { Marks } from '../parts/parts.ts';

export const marks: Marks = {
  name: 'Salesforce',
  documentation:
    'https://developer.salesforce.com/docs/atlas.en-us.api.meta/api/sforce_api_om_outboundmessaging.htm',
  shapes: [{ xmlNamespace: 'http://soap.sforce.com/2005/09/outbound' }],
  events: [{ xml: 'subject' }],
};
