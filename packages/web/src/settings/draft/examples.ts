import type { ReplySettings } from './draft.ts';

/** A reply to begin with. */
export interface Example {
  name: string;
  /** One line about its use. */
  line: string;
  reply: ReplySettings;
}

export const examples: readonly Example[] = [
  {
    name: 'Echo',
    line: 'Sends back a value of the body, for senders that check the URL with a challenge.',
    reply: {
      when: 'json.type=url_verification',
      headers: { 'content-type': 'text/plain' },
      body: '{{json.challenge}}',
    },
  },
  {
    name: 'Unauthorised',
    line: 'Refuses requests without an Authorization header with 401.',
    reply: {
      when: '-has:header.authorization',
      status: 401,
      headers: { 'content-type': 'application/json' },
      body: '{"error": "no credential"}',
    },
  },
  {
    name: 'Flaky receiver',
    line: 'Fails in a different way at each attempt and accepts the fourth: does the sender retry?',
    reply: { plan: ['500', 'timeout 10s', '429 retry-after=60', '200'] },
  },
  {
    name: 'Slow reply',
    line: 'Answers 200 after ten seconds: how long does the sender wait?',
    reply: { status: 200, delay: '10s' },
  },
  {
    name: 'Redirect',
    line: 'Points to another URL with 307: does the sender follow?',
    reply: { status: 307, headers: { location: 'https://example.com/' } },
  },
];
