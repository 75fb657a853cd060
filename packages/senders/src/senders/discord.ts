import type { Marks, WrittenScheme } from '../sender/parts.ts';

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
