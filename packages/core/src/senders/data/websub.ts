import { type Handshake, sentBack } from '../parts/handshake.ts';
import type { Marks } from '../parts/parts.ts';

export const marks: Marks = {
  name: 'WebSub',
  documentation: 'https://www.w3.org/TR/websub/#hub-verifies-intent',
  query: ['hub.mode', 'hub.topic'],
  events: [{ query: 'hub.mode' }],
};

export const handshake: Handshake = {
  sender: 'WebSub',
  documentation: 'https://www.w3.org/TR/websub/#hub-verifies-intent',
  sends: 'GET with hub.topic and hub.challenge',
  answers: '200 with the challenge, whatever the topic',
  paths: [],
  answer: ({ method, parameter }) =>
    method === 'GET' && parameter('hub.topic') ? sentBack(parameter('hub.challenge')) : undefined,
};
