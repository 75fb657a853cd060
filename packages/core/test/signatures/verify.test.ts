import { describe, expect, it } from 'vitest';
import { findHeader, schemes } from '../../src/signatures/index.ts';
import {
  now,
  secretOf,
  settingsOf,
  signedRequest,
  verdictInPieces,
  verdictOf,
} from './requests.ts';

const body = '{"id":"evt_1","type":"order.paid","text":"grüße"}';

describe.each(schemes.filter(({ canSign }) => canSign))('$name', ({ name, headers }) => {
  const settings = settingsOf(name);
  const secret = secretOf(name);
  const otherSecret = secretOf(name, 'another secret');
  const request = signedRequest(settings, secret, body, { event: 'push' });

  it('what it signs is valid, whole and in pieces, and with a second secret', async () => {
    const found = await verdictOf(settings, [secret], request);
    expect(found).toMatchObject({ verdict: 'valid', secret: 0 });
    expect(found.reason).toBeUndefined();
    expect(await verdictInPieces(settings, [secret], request)).toEqual(found);
    const rotated = [otherSecret, secret];
    expect(await verdictOf(settings, rotated, request)).toMatchObject({
      verdict: 'valid',
      secret: 1,
    });
  });

  it('another secret made no signature', async () => {
    const other = await verdictOf(settings, [otherSecret], request);
    expect(other.verdict).toBe('invalid');
    expect(other.reason).toMatch(/^No secret given here/);
    expect(await verdictInPieces(settings, [otherSecret], request)).toEqual(other);
  });

  it.each(headers)('without %s it is missing', async (header) => {
    const kept = request.head.headers.flatMap((text, index, all) => {
      const key = all[index - (index % 2)] ?? '';
      return key.toLowerCase() === header ? [] : text;
    });
    const found = await verdictOf(settings, [secret], {
      ...request,
      head: { ...request.head, headers: kept },
    });
    expect(found.verdict).toBe('missing');
    expect(found.reason?.toLowerCase()).toBe(`there is no ${header} header.`);
    expect(findHeader(request.head.headers, header)).toBeDefined();
  });
});

it('now is a time of the tests', () => expect(now).toBeGreaterThan(0));

it.each([16 * 1024, 16 * 1024 + 1])(
  'a body of %i bytes is verified alike, copied or not',
  async (bytes) => {
    const settings = settingsOf('github');
    const secret = secretOf('github');
    const request = signedRequest(settings, secret, 'x'.repeat(bytes));
    expect(await verdictOf(settings, [secret], request)).toMatchObject({ verdict: 'valid' });
    const changed = {
      ...request,
      body: Buffer.concat([request.body.subarray(1), Buffer.from('y')]),
    };
    expect(await verdictOf(settings, [secret], changed)).toMatchObject({ verdict: 'invalid' });
  },
);
