import { describe, expect, test } from 'vitest';
import { evaluate, isSameCounting, readSettings, type Settings } from '../../src/rules/index.ts';
import { factsWith } from './facts.ts';

type Facts = Parameters<typeof factsWith>[0];

const decided = (delivery: string | undefined, facts: Facts) =>
  evaluate(readSettings(delivery === undefined ? {} : { delivery }), factsWith(facts));
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
  test('names a header that is read on arrival alone', () => {
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

describe('with a scheme', () => {
  const verified = (scheme: string, facts: Facts, more: Partial<Settings> = {}) =>
    evaluate(
      { ...readSettings({}), verify: { scheme, secrets: ['s'] }, ...more },
      factsWith(facts),
    );
  const github = (id: string, bodyHash: string): Facts => ({
    doorHeaders: [
      ['X-GitHub-Delivery', id],
      ['X-GITHUB-EVENT', ' pull_request '],
      ['Webhook-Id', 'usual'],
    ],
    bodyHash,
  });

  test('its id and event are taken from a header that is read on arrival alone', () => {
    const one = verified('github', github('a', 'x'));
    expect(one).toMatchObject({ event: 'pull_request', id: one.delivery });
    expect(verified('github', github('a', 'y')).delivery).toBe(one.delivery);
    expect(verified('github', github('b', 'x')).delivery).not.toBe(one.delivery);
    expect(deliveryOf(undefined, github('a', 'x'))).not.toBe(one.delivery);
  });

  test('the body is not touched if the headers tell both', () => {
    const facts = {
      ...factsWith(github('a', 'x')),
      get request(): never {
        throw new Error('It is not needed');
      },
      body: {
        text: (): string => {
          throw new Error('It is not needed');
        },
        isWhole: true,
      },
    };
    const settings = { ...readSettings({}), verify: { scheme: 'github', secrets: ['s'] } };
    expect(evaluate(settings, facts).id).toBeDefined();
  });

  test('its id at the top of the body is the one that counts without it', () => {
    const facts = { text: '{"id":"evt_1","type":"invoice.paid"}' };
    const { delivery, event } = verified('stripe', facts);
    expect(event).toBe('invoice.paid');
    expect(delivery).toBe(deliveryOf(undefined, facts));
  });

  test('that is absent the usual ways stay, and a chosen field comes first', () => {
    const usual = header('webhook-id', 'a');
    expect(verified('github', usual).delivery).toBe(deliveryOf(undefined, usual));
    const { delivery } = readSettings({ delivery: 'event' });
    const chosen = ['a', 'b'].map((id) => verified('github', github(id, id), { delivery }));
    expect(chosen[0]?.delivery).toBe(chosen[1]?.delivery);
    expect(chosen[0]?.delivery).not.toBe(verified('github', github('a', 'a')).delivery);
  });

  test('the header that is chosen for the id comes in its place', () => {
    const verify = { scheme: 'github', secrets: ['s'], idHeader: 'X-Own-ID' };
    const doorHeaders = [['x-own-id', 'a'], ...(github('b', 'x')?.doorHeaders ?? [])] as const;
    const { id } = verified('github', { doorHeaders }, { verify });
    expect(id).toContain('x-own-id');
  });

  test.each([
    ['an empty one', '""', undefined],
    ['a number', '7', '7'],
    ['an object', '{}', undefined],
    ['control characters', '"a\\u0007b"', undefined],
    ['half a character', '"a\\ud800"', undefined],
    ['200 characters', `"${'é'.repeat(200)}"`, 'é'.repeat(200)],
    ['201 characters', `"${'é'.repeat(201)}"`, undefined],
  ])('an event is a printable text: %s', (_what, type, event) => {
    expect(verified('stripe', { text: `{"type":${type}}` }).event).toBe(event);
  });

  test('its event is what matches and bodies see, not the one that is derived', () => {
    const { replies } = readSettings({
      replies: [{ when: 'event=pull_request signature=invalid', body: '{{event}} {{signature}}' }],
    });
    const facts = { ...github('a', 'x'), event: 'derived', signature: 'invalid' };
    const { reply, values } = verified('github', facts, { replies });
    expect(reply).toBe(0);
    expect([...values]).toEqual([
      ['event', 'pull_request'],
      ['signature', 'invalid'],
    ]);
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
  const verify = { scheme: 'github', secrets: ['s'] };
  expect(isSameCounting(readSettings(before), { ...readSettings(before), verify })).toBe(true);
  expect(isSameCounting(undefined, readSettings({}))).toBe(false);
});
