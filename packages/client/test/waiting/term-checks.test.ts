import { describe, expect, test } from 'vitest';
import { bodyText, now } from '../../../core/test/match/matchable.ts';
import { matches as table } from '../../../core/test/match/matches.ts';
import { type Payload, payloads } from '../../../core/test/match/payloads.ts';
import { matchableRequest } from '../../src/exact/exact-request.ts';
import { parseMatch } from '../../src/index.ts';
import { examineTerms } from '../../src/waiting/term-checks.ts';
import { captured } from './captured.ts';

/** A payload as a captured request and its wire have it. */
function whole({ method, path, query, headers, body, ...payload }: Payload) {
  const text = bodyText({ method, path, query, headers, body, ...payload });
  const request = captured({ method, ...(path === '' ? {} : { path }), body: text });
  const wire = {
    target: `/wh/token${path}${query === '' ? '' : `?${query}`}`,
    headers: headers.map(([name, value]): [string, string] => [name, value]),
    bodySize: body.length,
  };
  return { request: matchableRequest(request, wire), body: text };
}

const wholes = payloads.map((payload) => ({ name: payload.name, whole: whole(payload) }));
const ofTheService = /event(?![.\w])/;

describe('the terms of a match, one by one, agree with the service', () => {
  test.each(table.filter(([text]) => !ofTheService.test(text)))('%s', (text, finds) => {
    const match = parseMatch(text);
    const names = wholes
      .filter(({ whole }) => examineTerms(match, whole, now).every(({ holds }) => holds))
      .map(({ name }) => name);
    expect(names.sort()).toEqual([...finds].sort());
  });
});

function linesOf(text: string, name: string): string[] {
  const found = wholes.find((each) => each.name === name)?.whole;
  if (found === undefined) throw new Error(`There is no payload ${name}`);
  return examineTerms(parseMatch(text), found, now).map(
    ({ holds, isUnknown, words, instead }) =>
      `${holds ? '✓' : isUnknown ? '?' : '✗'} ${words}${holds ? '' : `: ${instead}`}`,
  );
}

test.each([
  ['method:GET method:PUT', 'png', ['✓ method:GET or method:PUT']],
  ['method:GET method:HEAD', 'png', ['✗ method:GET or method:HEAD: it was PUT']],
  ['-method:PUT', 'png', ['✗ -method:PUT: it was PUT']],
  ['path=/x', 'get-root', ['✗ path=/x: there was none after the token']],
  ['path=/x', 'delete', ['✗ path=/x: it was /orders/7']],
  ['query:x', 'delete', ['✗ query:x: there was none']],
  ['query.a=9', 'get-repeats', ['✗ query.a=9: it was "1" and "2"']],
  ['has:query.zz', 'get-repeats', ['✗ has:query.zz: there was none']],
  ['-has:query.a', 'get-repeats', ['✗ -has:query.a: there was one']],
  ['header.accept=x', 'get-repeats', ['✗ header.accept=x: it was "text/html" and "*/*"']],
  ['header:x', 'delete', ['✗ header:x: no header line is like this']],
  [
    'has:header.x-hub',
    'delete',
    [
      '✗ has:header.x-hub: headers whose names begin with X- are dropped unless the settings keep them ("xHeaders": "keep")',
    ],
  ],
  ['body:z', 'delete', ['✗ body:z: it was empty']],
  ['body:z', 'blank', ['✗ body:z: it was " "']],
  ['json.type=x', 'blank', ['✗ json.type=x: the body is no JSON']],
  ['json.type=x', 'stripe-invoice', ['✗ json.type=x: it was "invoice.paid"']],
  ['json.data.object.paid=false', 'stripe-invoice', ['✗ json.data.object.paid=false: it was true']],
  ['has:json.nobody', 'stripe-invoice', ['✗ has:json.nobody: there was none']],
  ['json.id=1', 'shopify-order', ['✗ json.id=1: it was 820982911946154508']],
  ['nowhere', 'delete', ['✗ nowhere: the text is nowhere']],
  ['-orders', 'delete', ['✗ -orders: the text is there']],
  ['has:xml', 'delete', ['✗ has:xml: the body is of another kind']],
  ['-has:empty', 'delete', ['✗ -has:empty: the body is of this kind']],
  ['size>5', 'delete', ['✗ size>5: it was "0"']],
  ['type:json', 'delete', ['✗ type:json: there was none']],
  [
    'event=push answer>=500',
    'delete',
    ['? event=push: only the service can tell', '✗ answer>=500: there was none'],
  ],
  [
    'signature=valid',
    'delete',
    ['✗ signature=valid: there was none: its endpoint verified no signatures'],
  ],
  ['"\u001b[2J"', 'delete', ['✗ \\u001b[2J: the text is nowhere']],
] as const)('%s says of %s: %s', (text, name, lines) => {
  expect(linesOf(text, name)).toEqual(lines);
});

test('a verdict and an event that came with the request are looked at', () => {
  const reason = 'No secret given here\n made this signature.';
  const signature = { scheme: 'github', verdict: 'invalid' as const, reason };
  const request = captured({ signature, event: 'pull_request', answer: '200', attempt: 2 });
  const wire = { target: '/wh/token', headers: [], bodySize: 0 };
  const seen = { request: matchableRequest(request, wire), body: '', signature };
  const text = 'signature=invalid event=pull_request answer<300 attempt=2 -signature=valid';
  expect(examineTerms(parseMatch(text), seen, now).map(({ holds }) => holds)).not.toContain(false);
  expect(examineTerms(parseMatch('signature=valid event=push'), seen, now)).toMatchObject([
    {
      holds: false,
      isNear: true,
      instead: 'it was invalid (github: No secret given here\\u000a made this signature.)',
    },
    { holds: false, instead: 'it was "pull_request"' },
  ]);
});
