import { beforeAll, describe, expect, it, vi } from 'vitest';
import { findHeader, findScheme, schemes } from '../../../src/signatures/index.ts';
import { Verifier } from '../../../src/signatures/verify/index.ts';
import { secretOf, settingsOf, signedRequest } from '../requests.ts';
import { type Given, type LibraryCheck, libraryChecks } from './checks.ts';
import { installLibraries } from './load.ts';

beforeAll(() => {
  installLibraries();
  // Zoom's library prints each request.
  const debug = vi.spyOn(console, 'debug').mockReturnValue();
  return () => debug.mockRestore();
}, 600_000);

const whsec = secretOf('svix');
const secrets: Record<string, string> = { gitlab: whsec, contentful: 'c'.repeat(64) };

/** Compact, since Zoom's library prints the body again. */
const body = () =>
  JSON.stringify({
    ...{ id: 'evt_1', event: 'order.paid', type: 'order.paid', text: 'grüße' },
    ...{ event_ts: 1, payload: {}, webhookTimestamp: Date.now() },
  });
const form = 'From=%2B15550100&Body=gr%C3%BC%C3%9Fe+und+mehr&AccountSid=AC1';
const forms: Record<string, string> = { twilio: form };

/** Whether a library takes it, as a receiver would be told. */
async function accepts(check: LibraryCheck, given: Given): Promise<boolean> {
  try {
    return await check(given);
  } catch {
    return false;
  }
}

describe.each(Object.entries(libraryChecks))('%s', (name, check) => {
  const settings = settingsOf(name);
  const secret = secrets[name] ?? secretOf(name);
  const contentType =
    forms[name] === undefined ? 'application/json' : 'application/x-www-form-urlencoded';
  const signed = () =>
    signedRequest(settings, secret, forms[name] ?? body(), {
      at: Date.now(),
      event: 'orders/paid',
      contentType,
    });

  function given({ head, body: bytes }: ReturnType<typeof signed>): Given {
    const pairs = head.headers.flatMap((header, index, all) =>
      index % 2 === 0 ? [[header.toLowerCase(), all[index + 1] ?? '']] : [],
    );
    return {
      body: bytes.toString(),
      url: head.url,
      secret,
      headers: Object.fromEntries(pairs),
      header: (header) => findHeader(head.headers, header) ?? '',
    };
  }

  it('its library accepts what is signed here, and nothing that was changed', async () => {
    const request = given(signed());
    expect(await accepts(check, request)).toBe(true);
    const changed = {
      ...request,
      body: request.body.replace('evt_1', 'evt_2').replace('AC1', 'AC2'),
    };
    expect(await accepts(check, changed)).toBe(false);
    expect(await accepts(check, { ...request, secret: secretOf(name, 'c'.repeat(63)) })).toBe(
      false,
    );
  });

  it('what its library accepts is valid here, and what it refuses is not', async () => {
    const { head, body: bytes } = signed();
    const now = { ...head, receivedAt: Date.now() };
    const verifier = new Verifier(settings, [secret]);
    expect(await verifier.verify(now, [bytes])).toMatchObject({ verdict: 'valid' });
    const changed = Buffer.from(bytes.toString().replace('evt_1', 'evt_2').replace('AC1', 'AC2'));
    expect(await verifier.verify(now, [changed])).toMatchObject({ verdict: 'invalid' });
  });
});

it('every scheme that names a library is checked against it', () => {
  const named = schemes.flatMap(({ name, proof }) =>
    typeof proof === 'object' && 'library' in proof ? name : [],
  );
  const ownTests = ['adyen', 'aws-sns', 'discord', 'plaid', 'sendgrid'];
  expect([...Object.keys(libraryChecks), ...ownTests].sort()).toEqual(named.sort());
  for (const name of ownTests) expect(findScheme(name)?.canSign).toBe(false);
});
