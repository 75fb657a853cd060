import { type Handshake, sentBack, stringAt } from '../parts/handshake.ts';
import type { Marks, WrittenScheme } from '../parts/parts.ts';

export const marks: Marks = {
  name: 'Slack',
  documentation: 'https://docs.slack.dev/apis/events-api/',
  userAgents: ['slackbot 1.0'],
  shapes: [
    { json: ['type=event_callback', 'team_id', 'event.type'] },
    { json: ['type=url_verification', 'challenge', 'token'] },
    { json: ['type', 'team', 'user', 'token', 'api_app_id'] },
    { form: ['command', 'team_id', 'response_url'] },
  ],
  events: [{ json: 'event.type' }, { json: 'type' }, { form: 'command' }, { form: 'trigger_word' }],
};

export const signature: WrittenScheme = {
  name: 'slack',
  title: 'Slack',
  documentation: 'https://docs.slack.dev/authentication/verifying-requests-from-slack/',
  secret: {
    words: 'Signing Secret',
    where: "On the app's page at api.slack.com/apps: Basic Information, App Credentials.",
  },
  ways: [
    {
      by: 'hmac',
      header: 'X-Slack-Signature',
      text: { form: 'whole', prefix: 'v0=' },
      signed: 'v0:{timestamp}:{body}',
      time: { header: 'X-Slack-Request-Timestamp', unit: 's' },
    },
  ],
  id: { json: ['event_id'] },
  event: { json: ['event', 'type'] },
  proof: { library: '@slack/bolt' },
};

const type = ['type'];
const challenge = ['challenge'];

export const handshake: Handshake = {
  sender: 'Slack',
  documentation: 'https://docs.slack.dev/reference/events/url_verification',
  sends: 'POST with "type": "url_verification" and a challenge',
  answers: '200 with the challenge',
  paths: [type, challenge],
  answer: (asked) =>
    stringAt(asked, type) === 'url_verification' ? sentBack(stringAt(asked, challenge)) : undefined,
};
