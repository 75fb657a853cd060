import { type Handshake, json, plainText } from '../parts/handshake.ts';
import type { Marks, WrittenScheme } from '../parts/parts.ts';

export const marks: Marks = {
  name: 'Discord',
  documentation: 'https://docs.discord.com/developers/interactions/receiving-and-responding',
  userAgents: ['discord-interactions/', 'discord-webhook/'],
  shapes: [
    { json: ['application_id', 'type', 'version', 'token', 'id'] },
    { json: ['application_id', 'type=1', 'version=1', 'event.type'] },
  ],
  events: [
    { json: 'event.type' },
    {
      code: 'type',
      names: {
        0: 'PING',
        1: 'PING',
        2: 'APPLICATION_COMMAND',
        3: 'MESSAGE_COMPONENT',
        4: 'APPLICATION_COMMAND_AUTOCOMPLETE',
        5: 'MODAL_SUBMIT',
      },
    },
  ],
};

export const signature: WrittenScheme = {
  name: 'discord',
  title: 'Discord',
  documentation: 'https://docs.discord.com/developers/events/webhook-events',
  secret: {
    words: 'Public Key',
    where: "On the application's page in the Developer Portal, under General Information.",
    form: 'public-key',
  },
  ways: [
    {
      by: 'public-key',
      algorithm: 'ed25519',
      header: 'X-Signature-Ed25519',
      text: { form: 'whole' },
      encoding: 'hex',
      signed: '{timestamp}{body}',
      time: { header: 'X-Signature-Timestamp', unit: 's' },
    },
  ],
  id: { json: ['id'] },
  event: { json: ['event', 'type'] },
  canSign: false,
  proof: { library: 'discord-interactions' },
  note: 'Interactions have an id and no event; webhook events have an event and no id.',
};

const type = ['type'];
const event = ['event'];

export const handshake: Handshake = {
  sender: 'Discord',
  documentation:
    'https://docs.discord.com/developers/interactions/overview#setting-up-an-endpoint-acknowledging-ping-requests',
  sends: 'POST of a PING: "type": 1 of interactions, "type": 0 of webhook events',
  answers: '200 with {"type":1}, or 204; 401 if discord verifies it and it is not valid',
  paths: [type, event],
  answer: ({ jsonAt, verify, signature: verdict }) => {
    const ping = jsonAt(type);
    // Webhook events have the type 1 as well, and an event.
    if (ping?.type !== 'number' || jsonAt(event) !== undefined) return undefined;
    if (ping.text !== '0' && ping.text !== '1') return undefined;
    if (verify?.scheme === 'discord' && verdict !== 'valid') {
      return { ...plainText('The signature is not valid.'), status: 401 };
    }
    return ping.text === '1' ? json('{"type":1}') : { ...json(), status: 204 };
  },
};
