import { expect, describe as group, it } from 'vitest';
import {
  type BodyStart,
  describe,
  descriptionNeedsBody,
  eventNeedsBody,
  eventOf,
  mostCharacters,
} from '../../src/senders/describe.ts';

function whole(text: string): BodyStart {
  return { text, isWhole: true };
}

function ofJson(value: unknown) {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return describe({ headers: [], mediaType: 'application/json', body: whole(text) });
}

function ofForm(text: string, isWhole = true) {
  const mediaType = 'application/x-www-form-urlencoded';
  return describe({ headers: [], mediaType, body: { text, isWhole } });
}

function ofXml(text: string) {
  return describe({ headers: [], mediaType: 'text/xml', body: whole(text) });
}

group('unknown senders', () => {
  it('an id alone makes nobody a sender of Standard Webhooks', () => {
    const of = (...names: string[]) =>
      describe({ headers: names.map((name) => [name, 'x']), mediaType: 'application/json' }).sender;
    expect(of('webhook-id')).toBeUndefined();
    expect(of('webhook-id', 'webhook-timestamp')).toBeUndefined();
    expect(of('webhook-id', 'Webhook-Timestamp', 'webhook-signature')).toBe('Standard Webhooks');
  });

  it.each(['text/html', 'application/xhtml+xml'])('an element of %s is no event', (mediaType) => {
    const eventIn = (text: string) => describe({ headers: [], mediaType, body: whole(text) }).event;
    expect(eventIn('<h1>Hello</h1>')).toBeUndefined();
    // Many programs send JSON under this type.
    expect(eventIn('{"event":"order.paid"}')).toBe('order.paid');
  });

  it.each([
    [{ event: 'order.paid' }, 'order.paid'],
    [{ event_type: 'a' }, 'a'],
    [{ eventType: 'a' }, 'a'],
    [{ event_name: 'a' }, 'a'],
    [{ event: { type: 'a' } }, 'a'],
    [{ type: 'a', event: 'b' }, 'b'],
    [{ type: 'invoice.paid' }, 'invoice.paid'],
    [{ type: 'Issue', action: 'create' }, 'Issue.create'],
    [{ topic: 'orders/create' }, 'orders/create'],
    [{ Type: 'Notification' }, 'Notification'],
    [{ kind: 'a' }, 'a'],
    [{ action: 'started' }, 'started'],
    [{ action: 'created', order: { id: 1 }, note: 'x' }, 'order.created'],
    [{ action: 'created', order: {}, customer: {} }, 'created'],
    // Gitea, Forgejo and others send bodies in GitHub's form.
    [
      { action: 'opened', number: 1, pull_request: {}, repository: {}, sender: { login: 'a' } },
      'pull_request.opened',
    ],
    [{ ['__proto__']: { event: 'a' }, kind: 'b' }, 'b'],
    [{ constructor: 1, toString: 2, type: 'a' }, 'a'],
    [{ event: { toString: 1, valueOf: 2 } }, undefined],
    [{ event: 7, type: null }, undefined],
    [{ hello: 'world' }, undefined],
    ['"event"', undefined],
    ['{"event":', undefined],
    ['{}', undefined],
    ['[]', undefined],
    ['\ufeff {"event":"a"}', 'a'],
    ['{"event":"a","event":"b"}', 'b'],
  ])('%j', (body, event) => {
    expect(ofJson(body)).toEqual(event === undefined ? {} : { event });
  });

  it('send lists', () => {
    expect(ofJson([{ event: 'open' }, { event: 'click' }, {}])).toEqual({
      event: 'open',
      further: 2,
    });
    expect(ofJson([{ id: 1 }, { event: 'click' }])).toEqual({});
  });

  it('send forms', () => {
    expect(ofForm('id=1&event=order%2Epaid+now')).toEqual({ event: 'order.paid now' });
    expect(ofForm('payload=%7B%22action%22%3A%22a%22%7D&event=b')).toEqual({ event: 'a' });
    expect(ofForm('event=%')).toEqual({ event: '%' });
    expect(ofForm('event=%ff')).toEqual({ event: '\ufffd' });
    expect(ofForm('event=a%0Ab')).toEqual({});
    expect(ofForm('event=a&x=', false)).toEqual({ event: 'a' });
    expect(ofForm('x=&event=a', false)).toEqual({});
    expect(ofForm('event=a', false)).toEqual({});
  });

  it.each([
    ['<order id="1"/>', 'order'],
    ['\ufeff<?xml version="1.0"?>\n<!-- <a> -->\n<!DOCTYPE n><ns:new_account>', 'new_account'],
    ['<E:Envelope><E:Header><a><Body/></a></E:Header><E:Body><m:Ping a=">"/></E:Body>', 'Ping'],
    ['<Envelope><Body></Body></Envelope>', undefined],
    ['<Envelope><Body/><Ping/></Envelope>', undefined],
    ['<Envelope><Body> </Body><Ping/></Envelope>', undefined],
    ['<Envelope/>', undefined],
    ['<!DOCTYPE html><html><body></body></html>', undefined],
    ['<!DOCTYPE a [<!ENTITY b "c">]><a/>', undefined],
    ['<order id="1', undefined],
    ['<order', undefined],
    ['< order>', undefined],
    ['</order>', undefined],
    ['<a\u202eb>', undefined],
  ])('send %j', (text, event) => {
    expect(ofXml(text)).toEqual(event === undefined ? {} : { event });
  });
});

group('names of events', () => {
  it.each(['a', 'x'.repeat(100), '🗺️'.slice(0, 2).repeat(100), 'Zahlung ist da', '/order'])(
    'can be %j',
    (event) => expect(ofJson({ event })).toEqual({ event }),
  );

  it.each([
    '',
    ' ',
    'x'.repeat(101),
    'a\nb',
    'a\u2028b',
    'a\u0000',
    'a\u001b[31m',
    'a\u202eb',
    'a\u2066b',
    'a\u200bb',
    '\ud800',
  ])('cannot be %j', (event) => expect(ofJson({ event })).toEqual({}));

  it('have a second part if there is room for it', () => {
    const type = 'x'.repeat(60);
    expect(ofJson({ type, action: 'y'.repeat(39) })).toEqual({
      event: `${type}.${'y'.repeat(39)}`,
    });
    expect(ofJson({ type, action: 'y'.repeat(40) })).toEqual({ event: type });
    expect(ofJson({ type, action: 'y\n' })).toEqual({ event: type });
  });
});

group('cut bodies', () => {
  const mediaType = 'application/json';

  it.each([
    ['{"event":"a","x":"yyy', 'a'],
    ['{"event":"a', undefined],
    ['{"event":"a"', undefined],
    ['{"event":"a,b', undefined],
    ['{"x":[{"y":"}],\\"","event":"b"},{"z":1', undefined],
    ['{"event":{"type":"message","text":"', 'message'],
    ['[{"event":"a","x":1},{"event":"b","x', 'a'],
    ['{"x":1,,"event":"a",', undefined],
  ])('%j', (text, event) => {
    const request = { headers: [], mediaType, body: { text, isWhole: false } };
    expect(describe(request)).toEqual(event === undefined ? {} : { event });
  });

  it('are looked at up to a limit', () => {
    const filler = 'x'.repeat(mostCharacters);
    expect(ofJson({ event: 'a', filler })).toEqual({ event: 'a' });
    expect(ofJson({ filler, event: 'a' })).toEqual({});
    expect(ofForm(`event=a&filler=${filler}`)).toEqual({ event: 'a' });
    expect(ofForm(`filler=${filler}&event=a`)).toEqual({});
    expect(ofXml(`<!--${filler}--><order/>`)).toEqual({});
    expect(ofJson([{ event: 'a' }, filler])).toEqual({ event: 'a' });
  });
});

group('the plan', () => {
  const head = { headers: [], mediaType: 'application/json' };
  const stripe = { ...head, headers: [['Stripe-Signature', 't=1']] as const };
  const shopify = { ...head, headers: [['User-Agent', 'Shopify-Captain-Hook']] as const };
  const cloudEvent = { ...head, headers: [['ce-type', 'a.b']] as const };

  it('tells whether the event stands in the body', () => {
    expect(eventNeedsBody(head)).toBe(true);
    expect(eventNeedsBody(stripe)).toBe(true);
    expect(eventNeedsBody(shopify)).toBe(false);
    expect(eventNeedsBody(cloudEvent)).toBe(false);
    expect(eventNeedsBody({ ...stripe, storedEvent: 'invoice.paid' })).toBe(false);
    expect(eventNeedsBody({ ...head, mediaType: 'image/png' })).toBe(false);
  });

  it('tells whether the body is needed for the sender as well', () => {
    expect(descriptionNeedsBody(shopify)).toBe(false);
    expect(descriptionNeedsBody(cloudEvent)).toBe(true);
    expect(descriptionNeedsBody({ ...head, storedEvent: 'a' })).toBe(true);
    expect(descriptionNeedsBody({ ...stripe, storedEvent: 'a' })).toBe(false);
    expect(descriptionNeedsBody({ ...head, mediaType: 'multipart/form-data' })).toBe(false);
  });

  it('lets a stored event win', () => {
    const body = whole('{"event":"a"}');
    expect(eventOf({ ...head, body, storedEvent: 'orders/create' })).toBe('orders/create');
    expect(eventOf({ ...head, body, storedEvent: 'a\u202eb' })).toBe('a');
    expect(describe({ ...shopify, body, storedEvent: 'orders/create' })).toEqual({
      sender: 'Shopify',
      event: 'orders/create',
    });
  });
});
