import { type Handshake, json, stringAt, token } from '../parts/handshake.ts';
import type { Marks } from '../parts/parts.ts';

export const marks: Marks = {
  name: 'Azure Event Grid',
  documentation: 'https://learn.microsoft.com/en-us/azure/event-grid/event-schema',
  headers: ['aeg-event-type'],
  shapes: [{ json: ['[].eventType', '[].subject', '[].dataVersion'] }],
  events: [{ json: '[].eventType' }, { json: '[].type' }, { json: 'type' }],
};

const eventType = ['0', 'eventType'];
const validationCode = ['0', 'data', 'validationCode'];

/** That of its own schema of events; with the schema of CloudEvents it makes theirs. */
export const handshake: Handshake = {
  sender: 'Azure Event Grid',
  documentation:
    'https://learn.microsoft.com/en-us/azure/event-grid/end-point-validation-event-grid-events-schema',
  sends:
    'POST with "eventType": "Microsoft.EventGrid.SubscriptionValidationEvent" and a validationCode',
  answers: '200 with the code as validationResponse, in JSON',
  paths: [eventType, validationCode],
  answer: (asked) => {
    const event = stringAt(asked, eventType);
    if (event !== 'Microsoft.EventGrid.SubscriptionValidationEvent') return undefined;
    const code = token(stringAt(asked, validationCode));
    return code === undefined ? undefined : json(JSON.stringify({ validationResponse: code }));
  },
};
