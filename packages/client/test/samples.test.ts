import { createHmac } from 'node:crypto';
import { Stripe } from 'stripe';
import { describe, expect, test } from 'vitest';
import { compactJson } from '../../core/src/json/json-text.ts';
import { startServer } from '../../server/test/start-server.ts';
import { findSample, type SampleRequest, sampleSecret, samples } from '../src/samples/index.ts';
import { visitAsGuest } from './visitor-client.ts';

function headerOf(sample: SampleRequest, name: string): string {
  return sample.headers.find(([each]) => each.toLowerCase() === name.toLowerCase())?.[1] ?? '';
}

function sampleOf(id: string): SampleRequest {
  const sample = findSample(id);
  if (sample === undefined) throw new Error(`There is no sample ${id}`);
  return sample;
}

function hmac(algorithm: string, text: string, encoding: 'hex' | 'base64' = 'hex'): string {
  return createHmac(algorithm, sampleSecret).update(text).digest(encoding);
}

test('the well-known senders are there, each sample under one id', () => {
  const ids = samples.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toEqual(
    expect.arrayContaining([
      'github:push',
      'github:pull_request',
      'gitlab:push',
      'stripe:invoice.paid',
      'stripe:checkout.session.completed',
      'shopify:orders/create',
      'slack:slash-command',
      'slack:event_callback',
      'twilio:sms',
      'sendgrid:events',
      'paypal:PAYMENT.CAPTURE.COMPLETED',
      'salesforce:outbound-message',
    ]),
  );
  expect(findSample('nobody:nothing')).toBeUndefined();
});

describe.each(samples.map((sample) => [sample.id, sample] as const))('%s', (_, sample) => {
  test('can be told apart from the others of its sender', () => {
    expect(sample.id).toMatch(/^[a-z]+:[\w./-]+$/);
    expect(sample.id.split(':')[0]).toBe(sample.sender.toLowerCase());
    const titles = samples.filter(({ sender }) => sender === sample.sender).map((s) => s.title);
    expect(titles.filter((title) => title === sample.title)).toHaveLength(1);
  });

  test('has headers that can be sent, each once', () => {
    const names = sample.headers.map(([name]) => name.toLowerCase());
    expect(new Set(names).size).toBe(names.length);
    expect(names).toContain('user-agent');
    for (const [name, value] of sample.headers) {
      expect(name).toMatch(/^[!#$%&'*+.^_`|~\w-]+$/);
      expect(value).toMatch(/^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/);
    }
  });

  test('has a body of its content type', () => {
    const type = headerOf(sample, 'content-type').split(';')[0];
    if (type === 'application/json') expect(JSON.parse(sample.body)).toBeTypeOf('object');
    else if (type === 'text/xml')
      expect(sample.body).toMatch(/^<\?xml [\s\S]*<\/soapenv:Envelope>\n$/);
    else if (type === 'application/x-www-form-urlencoded') {
      expect(new URLSearchParams(sample.body).toString()).toBe(sample.body);
    } else expect(sample).toMatchObject({ method: 'GET', body: '' });
  });

  test('names no address outside of the sender and the examples', () => {
    const hosts = [...sample.body.matchAll(/@([\w-]+(?:\.[\w-]+)+)/g)].map(([, host]) => host);
    for (const host of hosts) expect(host).toMatch(/\.example$|\.example\.com$|^github\.com$/);
  });
});

describe('signatures are right under the sample secret', () => {
  test.each(['github:push', 'github:pull_request'])('%s', (id) => {
    const sample = sampleOf(id);
    expect(headerOf(sample, 'x-hub-signature')).toBe(`sha1=${hmac('sha1', sample.body)}`);
    expect(headerOf(sample, 'x-hub-signature-256')).toBe(`sha256=${hmac('sha256', sample.body)}`);
  });

  test.each(['stripe:invoice.paid', 'stripe:checkout.session.completed'])('%s', (id) => {
    const sample = sampleOf(id);
    const { webhooks } = new Stripe('sk_test_none');
    const signature = headerOf(sample, 'stripe-signature');
    const noAgeLimit = Number.MAX_SAFE_INTEGER;
    const event = webhooks.constructEvent(sample.body, signature, sampleSecret, noAgeLimit);
    expect(event.type).toBe(id.slice('stripe:'.length));
  });

  test('shopify:orders/create', () => {
    const sample = sampleOf('shopify:orders/create');
    const signature = hmac('sha256', sample.body, 'base64');
    expect(headerOf(sample, 'x-shopify-hmac-sha256')).toBe(signature);
  });

  test.each(['slack:slash-command', 'slack:event_callback'])('%s', (id) => {
    const sample = sampleOf(id);
    const signed = `v0:${headerOf(sample, 'x-slack-request-timestamp')}:${sample.body}`;
    expect(headerOf(sample, 'x-slack-signature')).toBe(`v0=${hmac('sha256', signed)}`);
  });
});

test("Shopify's order has ids that doubles cannot hold", () => {
  const ids = sampleOf('shopify:orders/create').body.match(/(?<="id":)\d+/g) ?? [];
  const beyond = ids.filter((id) => String(Number(id)) !== id);
  expect(beyond.length).toBeGreaterThan(2);
});

test('JSON loses its white space and nothing else', () => {
  expect(compactJson('{ "a b": [ 1.50, 12345678901234567890 ],\n "q": "\\" : \\\\" }')).toBe(
    '{"a b":[1.50,12345678901234567890],"q":"\\" : \\\\"}',
  );
});

test('a server captures each of them as what it is', async () => {
  await using server = await startServer();
  const client = await visitAsGuest(server);
  const { url } = await client.endpoints.create();
  for (const { id, method, query, headers, body } of samples) {
    const init = {
      method,
      headers: headers.map(([name, value]): [string, string] => [name, value]),
    };
    const answer = await fetch(url + query, method === 'GET' ? init : { ...init, body });
    expect([id, answer.status]).toEqual([id, 200]);
  }
  const captured = (await client.requests.list()).reverse();
  expect(captured.map((request) => request.body.raw)).toEqual(samples.map(({ body }) => body));
  for (const [index, { body, id }] of samples.entries()) {
    const seen = captured[index]?.body;
    expect([id, seen?.json !== undefined]).toEqual([id, body.startsWith('{')]);
    expect([id, seen?.xml !== undefined]).toEqual([id, body.startsWith('<?xml')]);
  }
});
