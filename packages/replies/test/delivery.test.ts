import { describe, expect, test } from 'vitest';
import { examine, isSameCounting, readSettings } from '../src/index.ts';
import { factsWith } from './facts.ts';

type Facts = Parameters<typeof factsWith>[0];

const decided = (delivery: string | undefined, facts: Facts) =>
  examine(readSettings(delivery === undefined ? {} : { delivery }), factsWith(facts));
const deliveryOf = (delivery: string | undefined, facts: Facts) =>
  decided(delivery, facts).delivery;
const header = (name: string, value: string): Facts => ({ headers: [[name, value]] });

describe('without a setting', () => {
  test.each(['Webhook-Id', 'idempotency-key', 'CE-ID'])(
    'the header %s tells deliveries apart',
    (name) => {
      const one = deliveryOf(undefined, { ...header(name, 'a'), bodyHash: 'x' });
      expect(deliveryOf(undefined, { ...header(name, 'a'), bodyHash: 'y' })).toBe(one);
      expect(deliveryOf(undefined, header(name, 'b'))).not.toBe(one);
    },
  );

  test('an id at the top of a JSON body tells them apart if it is a string', () => {
    const one = deliveryOf(undefined, { text: '{"id":"a","n":1}', bodyHash: 'x' });
    expect(deliveryOf(undefined, { text: '{"n":2,"id":"\\u0061"}', bodyHash: 'y' })).toBe(one);
    expect(decided(undefined, { text: '{"id":1}' }).id).toBeUndefined();
    expect(decided(undefined, { text: '{"a":{"id":"a"}}' }).id).toBeUndefined();
    expect(decided(undefined, { text: '{"id":"a"', isWhole: false }).id).toBeUndefined();
  });

  test('else method, path and body together do', () => {
    const one = decided(undefined, { bodyHash: 'x' });
    expect(one.id).toBeUndefined();
    expect(deliveryOf(undefined, { bodyHash: 'x', query: 'a' })).toBe(one.delivery);
    for (const other of [{ bodyHash: 'y' }, { method: 'PUT' }, { path: '/' }]) {
      expect(deliveryOf(undefined, { bodyHash: 'x', ...other })).not.toBe(one.delivery);
    }
  });

  test('ids of different kinds are never the same', () => {
    const all = [
      header('webhook-id', 'a'),
      header('idempotency-key', 'a'),
      header('ce-id', 'a'),
      { text: '{"id":"a"}' },
      { bodyHash: 'a' },
    ].map((facts) => deliveryOf(undefined, facts));
    expect(new Set(all).size).toBe(all.length);
  });
});

describe('a setting', () => {
  test('names a header that is read at the door alone', () => {
    const doorHeaders = [['X-Event-ID', 'a']] as const;
    const { delivery, id } = decided('header.x-event-id', { doorHeaders, bodyHash: 'x' });
    expect(deliveryOf('header.x-event-id', { doorHeaders, bodyHash: 'y' })).toBe(delivery);
    expect(id).toBe(delivery);
  });

  test('names a value in JSON; a number is not the string of its digits', () => {
    const one = deliveryOf('json.data.n', { text: '{"data":{"n":1}}', bodyHash: 'x' });
    expect(deliveryOf('json.data.n', { text: '{"data": {"n":1}, "a":1}' })).toBe(one);
    expect(deliveryOf('json.data.n', { text: '{"data":{"n":"1"}}' })).not.toBe(one);
  });

  test('that the request has not leaves the usual ways', () => {
    const usual = deliveryOf(undefined, header('webhook-id', 'a'));
    for (const field of ['header.x-id', 'json.a', 'query.a', 'event']) {
      expect(deliveryOf(field, header('webhook-id', 'a'))).toBe(usual);
    }
    expect(deliveryOf('header.webhook-id', header('webhook-id', ''))).toBe(
      deliveryOf(undefined, {}),
    );
  });

  test('of one makes all requests one delivery, and keeps their ids apart', () => {
    const [one, other] = ['a', 'b'].map((id) => decided('one', header('webhook-id', id)));
    expect(one?.delivery).toBe(other?.delivery);
    expect(one?.id).not.toBe(other?.id);
    expect(decided('one', {}).id).toBeUndefined();
  });

  test('of the body tells bodies apart, however long they are', () => {
    const one = deliveryOf('body', { text: 'a', bodyHash: 'x', isWhole: false });
    expect(deliveryOf('body', { text: 'a', bodyHash: 'y', isWhole: false })).not.toBe(one);
    expect(deliveryOf('body', { text: 'a', bodyHash: 'x', path: '/b' })).toBe(one);
  });
});

test('counting goes on while plans and delivery are as they were', () => {
  const before = { replies: [{ plan: ['500', '200'] }], delivery: 'header.webhook-id' };
  const isSame = (after: object) => isSameCounting(readSettings(before), readSettings(after));
  expect(isSame(before)).toBe(true);
  expect(isSame({ ...before, delivery: 'header.WEBHOOK-ID' })).toBe(true);
  expect(isSame({ ...before, replies: [{ status: 202, when: 'a' }, ...before.replies] })).toBe(
    true,
  );
  expect(isSame({ ...before, replies: [{ plan: ['500', '200'], delay: '1s' }] })).toBe(true);
  expect(isSame({ replies: before.replies })).toBe(false);
  expect(isSame({ ...before, delivery: 'one' })).toBe(false);
  expect(isSame({ ...before, replies: [{ plan: ['500'] }] })).toBe(false);
  expect(isSame({ ...before, replies: [...before.replies, { plan: ['200'] }] })).toBe(false);
  expect(isSame({ ...before, replies: [] })).toBe(false);
  expect(isSameCounting(undefined, readSettings({}))).toBe(false);
});
