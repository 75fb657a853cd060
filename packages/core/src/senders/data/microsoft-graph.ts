import { type Handshake, sentBack } from '../parts/handshake.ts';
import type { Marks, WrittenScheme } from '../parts/parts.ts';

export const marks: Marks = {
  name: 'Microsoft Graph',
  documentation: 'https://learn.microsoft.com/en-us/graph/change-notifications-delivery-webhooks',
  query: ['validationToken'],
  shapes: [
    { json: ['value[].subscriptionId', 'value[].changeType'] },
    { json: ['value[].subscriptionId', 'value[].lifecycleEvent'] },
  ],
  events: [{ json: 'value[].lifecycleEvent' }, { json: 'value[].changeType' }],
};

export const signature: WrittenScheme = {
  name: 'microsoft-graph',
  title: 'Microsoft Graph',
  documentation: 'https://learn.microsoft.com/en-us/graph/change-notifications-delivery-webhooks',
  secret: {
    words: 'clientState',
    where: 'The clientState that the subscription was made with.',
  },
  ways: [{ by: 'own', headers: [] }],
  event: { json: ['value', '0', 'changeType'] },
  canSign: false,
  proof: 'none',
  note: 'Nothing is signed: each notification in the body has the clientState, which is stored with the body.',
};

export const handshake: Handshake = {
  sender: 'Microsoft Graph',
  documentation: 'https://learn.microsoft.com/en-us/graph/change-notifications-delivery-webhooks',
  sends: 'POST with validationToken in the query',
  answers: '200 with the token, decoded',
  paths: [],
  answer: ({ parameter }) => sentBack(parameter('validationToken')),
};
