import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../../core/test/any-character.ts';
import type { StoredCapture } from '../../src/capture-log/captures.ts';
import { type CaptureView, captureText } from '../../src/rendering/capture-text.ts';
import { renderedLarge } from './rendered-large.ts';
import { json, storedCapture, text, xml } from './stored-capture.ts';

function render(capture: StoredCapture, view: CaptureView = 'full'): string {
  return captureText(capture, view);
}

function bodyOf(capture: StoredCapture) {
  return JSON.parse(render(capture)).body;
}

describe('a captured request as JSON', () => {
  it('has exactly the documented fields, in their order', () => {
    const capture = storedCapture('hi', text, { target: '/wh/token?a=1' });
    expect(render(capture)).toBe(
      '{"id":7,"endpointId":3,"method":"POST","headers":{"content-type":"text/plain"},' +
        '"body":{"raw":"hi"},"queryParams":{"a":"1"},"ipAddress":"127.0.0.1",' +
        '"receivedAt":"2026-01-02T03:04:05.006Z"}',
    );
  });

  it('has in a summary the size and content type in place of the body', () => {
    const { body: _, ...withoutBody } = storedCapture(
      'hello',
      { 'Content-Type': 'A/b; c=D' },
      { target: '/wh/token?a=1&a=2&%C3%28' },
    );
    const summary = JSON.parse(render(withoutBody, 'summary'));
    expect(summary).not.toHaveProperty('body');
    expect(summary).toMatchObject({
      bodySize: 5,
      contentType: 'A/b; c=D',
      query: 'a=1&a=2&%C3%28',
    });
    expect(JSON.parse(render(withoutBody, 'eventSummary'))).toEqual({ SSEWebhookRequest: summary });
    const plain = JSON.parse(render(storedCapture(''), 'summary'));
    expect(plain).not.toHaveProperty('contentType');
    expect(plain).not.toHaveProperty('query');
  });

  it('has in an event the raw text as its body, on one line', () => {
    const capture = storedCapture('{"a":\r\n1}\n\u2028', json);
    const event = render(capture, 'event');
    expect(event).not.toMatch(/[\r\n]/);
    expect(JSON.parse(event).SSEWebhookRequest.body).toBe('{"a":\r\n1}\n\u2028');
  });
});

describe('body.json', () => {
  it.each([
    '{"id":820982911946154508,"price":1.10,"big":1e400,"small":-0}',
    '{"a":1,"a":2,"__proto__":{"b":3},"10":1,"9":2}',
    '{"text":"\\ud800\\u0000 é 😀 \u2028"}',
    '{}',
    '{ "a" : [ 1 , 2 ] ,\n "b" : { } }',
  ])("is the sender's own text: %s", (sent) => {
    const rendered = render(storedCapture(` \r\n${sent}\t`, json));
    expect(rendered).toContain(`"body":{"json":${sent},"raw":`);
    expect(JSON.parse(rendered).body.json).toEqual(JSON.parse(sent));
  });

  it.each([
    ['[1]', json],
    ['"text"', json],
    ['null', json],
    ['', json],
    ['{"a":1', json],
    ['{"a":1}', text],
    ['{"a":1}', {}],
    ['{"a":1}', { 'Content-Type': 'application/vnd.api+json' }],
    [Buffer.from('{"a":"\xff"}', 'latin1'), json],
  ])('is absent for %j sent with %j', (sent, headers) => {
    const body = bodyOf(storedCapture(sent, headers));
    expect(Object.keys(body)).toEqual(['raw']);
  });

  it('is there whatever the case, parameters, charset or mark of a JSON object', () => {
    const upper = { 'CONTENT-TYPE': 'Application/JSON; charset="UTF-8"; v=1' };
    expect(bodyOf(storedCapture('{"a":1}', upper)).json).toEqual({ a: 1 });
    const marked = bodyOf(storedCapture('\uFEFF{"a":1}', json));
    expect(marked).toEqual({ json: { a: 1 }, raw: '\uFEFF{"a":1}' });
    const utf16 = { 'Content-Type': 'application/json; charset=utf-16le' };
    const wide = bodyOf(storedCapture(Buffer.from('\uFEFF{"a":"é"}', 'utf16le'), utf16));
    expect(wide).toEqual({ json: { a: 'é' }, raw: '\uFEFF{"a":"é"}' });
  });

  it('is the text of every JSON object, byte for byte', () => {
    const object = fc.dictionary(fc.string({ unit: anyCharacter }), fc.jsonValue());
    fc.assert(
      fc.property(object, fc.constantFrom(undefined, 1, '\t'), (value, indent) => {
        const sent = JSON.stringify(value, undefined, indent);
        expect(render(storedCapture(sent, json))).toContain(`"json":${sent},"raw":`);
      }),
    );
  });
});

describe('body.xml', () => {
  it('is the text of a well-formed document', () => {
    const document = '<?xml version="1.0"?>\n<a>é &amp; "b"</a>\n';
    expect(bodyOf(storedCapture(document, xml))).toEqual({ xml: document, raw: document });
    const feed = { 'Content-Type': 'application/atom+xml; charset=utf-8' };
    expect(bodyOf(storedCapture('\uFEFF<a/>', feed))).toEqual({ xml: '<a/>', raw: '\uFEFF<a/>' });
  });

  it.each([
    ['<a>', xml],
    ['', xml],
    ['<a/>', text],
    [Buffer.from('<a>\xff</a>', 'latin1'), xml],
  ])('is absent for %j sent with %j', (sent, headers) => {
    expect(bodyOf(storedCapture(sent, headers))).not.toHaveProperty('xml');
  });
});

describe('body.raw', () => {
  it('is the decoded text of a compressed body, and so are json and xml', async () => {
    const headers = { ...json, 'Content-Encoding': 'gzip' };
    const capture = storedCapture(gzipSync('{"a":1}'), headers);
    const { body } = JSON.parse(await renderedLarge(capture, 'full'));
    expect(body).toEqual({ json: { a: 1 }, raw: '{"a":1}' });
  });

  it('is longer than one piece in one piece', () => {
    const long = `${'x'.repeat(256 * 1024 - 1)}😀"\n${'é'.repeat(256 * 1024)}\u0001`;
    expect(bodyOf(storedCapture(long)).raw).toBe(long);
  });
});

describe('any request', () => {
  const anyText = fc.string({ unit: anyCharacter });
  const contentType = fc.constantFrom(
    'application/json',
    'text/xml',
    'text/plain; charset=utf-16le',
    'application/json; charset=shift_jis',
    '',
  );
  const anyCapture = fc
    .record({
      body: fc.oneof(fc.uint8Array(), anyText, fc.json(), fc.constant('<a b="&lt;">é</a>')),
      headers: fc.array(fc.tuple(anyText, anyText)),
      contentType,
      target: fc.oneof(
        anyText,
        anyText.map((rest) => `/wh/token${rest}`),
      ),
      method: anyText,
    })
    .map(({ body, headers, contentType, target, method }) =>
      storedCapture(
        body,
        {},
        {
          headers: JSON.stringify([...headers, ['Content-Type', contentType]].flat()),
          target,
          method,
        },
      ),
    );

  it('every view is valid JSON and says the same', () => {
    fc.assert(
      fc.property(anyCapture, (capture) => {
        const full = JSON.parse(render(capture));
        const event = JSON.parse(render(capture, 'event')).SSEWebhookRequest;
        const {
          bodySize,
          contentType: _,
          query: __,
          ...summary
        } = JSON.parse(render(capture, 'summary'));
        const { body, ...head } = full;
        expect(event).toEqual({ ...head, body: body.raw });
        expect(summary).toEqual(head);
        expect(bodySize).toBe(capture.bodySize);
        expect(full.method).toBe(capture.method);
      }),
      { numRuns: 500 },
    );
  });
});
