import { evaluate, ofAttempt, readSettings } from '@hookwell/core/rules';
import { describe, expect, test } from 'vitest';
import {
  attemptsWords,
  happeningWords,
  missWords,
  noHandshakeWords,
  type TriedRequest,
  tryReplies,
} from '../../src/settings/trial/trial.ts';

const text = '{"type":"order.paid","total":12.50}';
const tried: TriedRequest = {
  id: 7,
  body: { text, isWhole: true },
  matchable: {
    method: 'POST',
    path: '/orders',
    query: '',
    headers: [['Content-Type', 'application/json']],
    ipAddress: '203.0.113.7',
    receivedAt: Date.parse('2026-03-01T12:00:00Z'),
    bodySize: text.length,
    mediaType: 'application/json',
    event: 'order.paid',
  },
};

const settings = readSettings({
  replies: [
    { when: 'json.type=order.made method:GET method:PUT', status: 201 },
    { when: 'event=push' },
    { when: 'path:/users', plan: ['500', 'timeout 10s'] },
    {
      when: 'event=order.paid',
      plan: ['500', 'timeout 10s', 'timeout 10s', 'truncate 3 ', '429 retry-after=60'],
      delay: '500ms',
      body: 'attempt {{attempt}} of #{{id}}: {{json.total}}',
    },
    { when: 'path:/orders', status: 204 },
  ],
});

test('a trial says what is answered to which attempt', () => {
  const { answers } = tryReplies(settings, tried);
  expect(answers.map(({ answer, sent }) => [answer, sent?.reply])).toEqual([
    ['500', 3],
    ['timeout 10s', 3],
    ['truncate 3', 3],
    ['429', 3],
  ]);
  expect(answers.map(attemptsWords)).toEqual([
    '1st attempt',
    '2nd to 3rd attempt',
    '4th attempt',
    '5th attempt and all later ones',
  ]);
  const bodies = answers.map(({ sent }) => new TextDecoder().decode(sent?.body));
  expect(bodies[3]).toBe('attempt 5 of #7: 12.50');
  expect(answers.map(({ sent }) => sent && happeningWords(sent))).toEqual([
    'Sent after 500 ms, once the request is stored.',
    'Nothing for 10 s, then the connection is closed.',
    'The first 3 bytes of a longer body after 500 ms, then the connection is closed.',
    'Sent after 500 ms, once the request is stored.',
  ]);
});

test('it agrees with what decides on arrival', () => {
  const { matchable, body } = tried;
  const { answers: planned } = evaluate(settings, {
    request: matchable,
    doorHeaders: matchable.headers,
    bodyHash: '',
    body,
  });
  const { answers } = tryReplies(settings, tried);
  for (let attempt = 1; attempt < 10; attempt++) {
    const found = answers.find(({ from, to = attempt }) => from <= attempt && attempt <= to);
    expect(found?.answer).toBe(ofAttempt(planned, attempt).answer);
  }
});

test('it says why the other replies do not answer', () => {
  const { passed } = tryReplies(settings, tried);
  expect(passed.map(({ reply, missing }) => [reply, missing.map(({ words }) => words)])).toEqual([
    [0, ['json.type=order.made', 'method:GET or method:PUT']],
    [1, ['event=push']],
    [2, ['path:/users']],
    [4, []],
  ]);
  expect(passed.flatMap(({ missing }) => missing.map(missWords))).toEqual([
    'it was "order.paid"',
    'it was POST',
    'it was "order.paid"',
    'it was /orders',
  ]);
});

describe('handshakes', () => {
  const handshakeOf = (given: object, query = '', json = text) =>
    tryReplies(readSettings(given), {
      ...tried,
      body: { text: json, isWhole: true },
      matchable: { ...tried.matchable, query, method: query === '' ? 'POST' : 'GET' },
    });

  test('are answered, with words in the place of what a secret makes', () => {
    const challenge = '{"type":"url_verification","challenge":"3eZb"}';
    const slack = handshakeOf({ replies: [{ handshake: 'slack' }] }, '', challenge);
    expect(new TextDecoder().decode(slack.answers[0]?.sent?.body)).toBe('3eZb');
    expect(slack.answers[0]?.sent?.head.headers).toEqual([['Content-Type', 'text/plain']]);
    const twitter = handshakeOf(
      {
        replies: [{ handshake: 'twitter' }, { status: 418 }],
        verify: { scheme: 'twitter', secrets: [{ hint: '…k3f9' }] },
      },
      'crc_token=abc',
    );
    expect(twitter.answers[0]).toMatchObject({ from: 1, to: undefined, answer: '200' });
    expect(new TextDecoder().decode(twitter.answers[0]?.sent?.body)).toBe(
      '{"response_token":"sha256=(HMAC-SHA256 of abc under the first secret, in base64)"}',
    );
  });

  test('other requests go on to the next reply, and it says why', () => {
    const { answers, passed } = handshakeOf({
      replies: [{ handshake: 'zoom' }, { status: 418 }, { handshake: 'slack' }],
    });
    expect(answers.map(({ answer }) => answer)).toEqual(['418']);
    expect(passed.map(({ reply, handshake }) => [reply, handshake])).toEqual([
      [0, 'zoom'],
      [2, undefined],
    ]);
    expect(noHandshakeWords('zoom')).toMatch(/^this is not a handshake of Zoom, a POST .* secret/);
  });
});

test('conditions on a signature and on an event see what is stored with the request', () => {
  const given = readSettings({
    replies: [
      { when: 'signature=invalid', status: 401 },
      { when: 'event=push', status: 202 },
    ],
  });
  const answerWith = (signature: string, event: string) =>
    tryReplies(given, { ...tried, matchable: { ...tried.matchable, signature, event } }).answers[0]
      ?.answer;
  expect(answerWith('invalid', 'push')).toBe('401');
  expect(answerWith('valid', 'push')).toBe('202');
  expect(answerWith('valid', 'ping')).toBe('200');
});

test('where no reply holds, the request is acknowledged', () => {
  const { answers } = tryReplies(readSettings({}), tried);
  expect(answers).toEqual([{ from: 1, to: undefined, answer: '200', sent: undefined }]);
});
