import { type Handshake, sentBack } from '../parts/handshake.ts';
import type { Marks, WrittenScheme } from '../parts/parts.ts';

export const marks: Marks = {
  name: 'Dropbox',
  documentation: 'https://www.dropbox.com/developers/reference/webhooks',
  userAgents: ['dropboxwebhooks/'],
  shapes: [{ json: ['list_folder.accounts', 'delta.users'] }],
  events: [],
};

export const signature: WrittenScheme = {
  name: 'dropbox',
  title: 'Dropbox',
  documentation: 'https://www.dropbox.com/developers/reference/webhooks',
  secret: {
    words: 'App secret',
    where: "On the app's page in the App Console under Settings.",
  },
  ways: [{ by: 'hmac', header: 'X-Dropbox-Signature' }],
  proof: 'none',
};

export const handshake: Handshake = {
  sender: 'Dropbox',
  documentation: 'https://www.dropbox.com/developers/reference/webhooks',
  sends: 'GET with challenge',
  answers: '200 with the challenge',
  paths: [],
  answer: ({ method, parameter }) =>
    method === 'GET' ? sentBack(parameter('challenge')) : undefined,
};
