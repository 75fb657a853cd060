import { createHmac } from 'node:crypto';
import Stripe from 'stripe';
import { describe, expect, test } from 'vitest';
import { verifySignature } from '../../src/billing/signature.ts';

const time = 1_772_366_400;
const now = time * 1000;
const body = Buffer.from('{"id":"evt_1"}');
const secrets = ['whsec_old', 'whsec_new'];

/** A `v1` made by the provider's own code. */
function v1(secret = 'whsec_new', payload = body.toString(), at = time): string {
  const header = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: at });
  return header.replace(/^t=\d+,v1=/, '');
}

function verify(header: string | string[] | undefined, more: object = {}): number {
  return verifySignature({ header, body, secrets, now, ...more });
}

const refused = expect.objectContaining({ code: 'wrongSignature' });

describe('a signature is right', () => {
  test.each([
    ['with any of the secrets', `t=${time},v1=${v1('whsec_old')}`],
    ['with one right signature among several', `t=${time},v1=${v1('other')},v1=${v1()}`],
    ['with one right signature before others', `t=${time},v1=${v1()},v1=${'0'.repeat(64)}`],
    ['with other schemes beside it', `t=${time},v0=abc,v1=${v1()},x`],
    ['with spaces after commas', `t=${time}, v1=${v1()}`],
    ['with capital hex digits', `t=${time},v1=${v1().toUpperCase()}`],
    ['whatever the order', `v1=${v1()},t=${time}`],
  ])('%s', (_case, header) => {
    expect(verify(header)).toBe(time);
  });

  test('over bytes that are no text', () => {
    const bytes = Buffer.from([0xef, 0xbb, 0xbf, 0x7b, 0xff, 0x00, 0x7d]);
    const hex = createHmac('sha256', 'whsec_new').update(`${time}.`).update(bytes).digest('hex');
    expect(verify(`t=${time},v1=${hex}`, { body: bytes })).toBe(time);
    const without = bytes.subarray(3);
    expect(() => verify(`t=${time},v1=${hex}`, { body: without })).toThrow(refused);
  });
});

describe('a signature is refused', () => {
  test.each([
    ['that is missing', undefined],
    ['that is sent as a list', [`t=${time},v1=${v1()}`]],
    ['that is empty', ''],
    ['without a time', `v1=${v1()}`],
    ['without a signature', `t=${time}`],
    ['of another scheme', `t=${time},v0=${v1()}`],
    ['of another secret', `t=${time},v1=${v1('whsec_other')}`],
    ['over another body', `t=${time},v1=${v1('whsec_new', '{"id":"evt_2"}')}`],
    ['over another time', `t=${time + 1},v1=${v1()}`],
    ['with two times', `t=${time},t=${time},v1=${v1()}`],
    ['with a time that is no number', `t=${time}x,v1=${v1('whsec_new', undefined)}`],
    ['that is cut off', `t=${time},v1=${v1().slice(0, 62)}`],
    ['that is no hex', `t=${time},v1=${'z'.repeat(64)}`],
    ['that is longer than any', `t=${time},v1=${v1()},${'x'.repeat(5000)}`],
  ])('%s', (_case, header) => {
    expect(() => verify(header)).toThrow(refused);
  });

  test('if no secret is known', () => {
    expect(() => verify(`t=${time},v1=${v1()}`, { secrets: [] })).toThrow(refused);
  });

  test.each([
    [-301, false],
    [-300, true],
    [0, true],
    [300, true],
    [301, false],
    [100_000, false],
  ])('where its time is %i seconds from ours', (seconds, isRight) => {
    const at = time + seconds;
    const header = `t=${at},v1=${v1('whsec_new', undefined, at)}`;
    if (isRight) expect(verify(header)).toBe(at);
    else expect(() => verify(header)).toThrow(/more than 300 seconds/);
    // Times count in whole seconds: the fraction of our own clock is dropped.
    if (seconds === -300) expect(verify(header, { now: now + 999 })).toBe(at);
  });
});
