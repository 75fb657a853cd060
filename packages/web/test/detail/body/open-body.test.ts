import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { fieldGroups, nameValuePairs } from '../../../src/detail/body/name-value-pairs.ts';
import { contentCodings, decodeBody, openBody } from '../../../src/detail/body/open-body.ts';
import { isCutOff } from '../../../src/detail/json/json-document.ts';
import { jsonLines } from '../../../src/detail/json/scan-json.ts';
import { utf8 } from '../bodies.ts';

const json = utf8('{"a":1}');

function wire(encoding: string | undefined, bodySize: number) {
  const headers: [string, string][] = [['content-type', 'application/json']];
  if (encoding !== undefined) headers.push(['Content-Encoding', encoding]);
  return { headers, bodySize };
}

describe('a body to show', () => {
  test('is the body as sent', async () => {
    const body = await openBody(json, wire(undefined, json.length));
    expect(body).toMatchObject({ isCut: false, size: 7, content: { kind: 'json' } });
    expect(body.coding).toBeUndefined();
    expect((await openBody(new Uint8Array(), wire('gzip', 0))).content.kind).toBe('empty');
  });

  test('is decoded, and its bytes are kept as sent', async () => {
    const sent = new Uint8Array(gzipSync(json));
    const body = await openBody(sent, wire('gzip', sent.length));
    expect(body).toMatchObject({ sent, content: { kind: 'json' }, text: { text: '{"a":1}' } });
    expect(body.coding).toEqual({ names: 'gzip', isUndone: true, isWhole: true });
  });

  test('is decoded by the service if the platform cannot', async () => {
    const sent = new Uint8Array(brotliCompressSync(json));
    const asked = async () => '{"a":1}';
    const known = await openBody(sent, wire('unheard-of', sent.length), asked);
    expect(known).toMatchObject({ content: { kind: 'json' }, coding: { isUndone: true } });
    const unknown = await openBody(sent, wire('unheard-of', sent.length), async () => '\ufffd');
    expect(unknown).toMatchObject({ bytes: sent, coding: { isUndone: false } });
  });

  test('is the beginning of a large one', async () => {
    const body = await openBody(utf8('[{"a":1},{"a'), wire(undefined, 9_000_000));
    expect(body).toMatchObject({ isCut: true, size: 9_000_000, content: { kind: 'json' } });
    const coded = new Uint8Array(gzipSync(`[${'1,'.repeat(100_000)}1]`));
    const start = await openBody(coded.slice(0, 150), wire('gzip', coded.length));
    expect(start).toMatchObject({ isCut: true, coding: { isWhole: false } });
  });
});

const text = 'webhook '.repeat(1000);

describe('content codings', () => {
  test('are read from the headers as sent', () => {
    expect(
      contentCodings([
        ['Content-Encoding', 'GZIP, identity'],
        ['content-encoding', 'br'],
      ]),
    ).toEqual(['gzip', 'br']);
    expect(contentCodings([['Content-Type', 'gzip']])).toEqual([]);
  });

  test.for([
    [['gzip'], gzipSync(text)],
    [['x-gzip'], gzipSync(text)],
    [['deflate'], deflateSync(text)],
    [['deflate'], deflateRawSync(text)],
    [['br'], brotliCompressSync(text)],
    [['deflate', 'gzip'], gzipSync(deflateSync(text))],
  ] as const)('%j are undone', async ([codings, bytes]) => {
    const decoded = await decodeBody(new Uint8Array(bytes), codings, 100_000);
    expect(decoded?.isWhole).toBe(true);
    expect(Buffer.from(decoded?.bytes ?? []).toString()).toBe(text);
  });

  test('stop at a limit and at damage', async () => {
    const bomb = new Uint8Array(gzipSync(Buffer.alloc(5_000_000)));
    const limited = await decodeBody(bomb, ['gzip'], 10_000);
    expect([limited?.isWhole, limited?.bytes.length]).toEqual([false, 10_000]);
    const cut = new Uint8Array(gzipSync(text).subarray(0, 30));
    expect((await decodeBody(cut, ['gzip'], 10_000))?.isWhole ?? false).toBe(false);
    expect(
      await decodeBody(new Uint8Array(Buffer.from('plain')), ['gzip'], 10_000),
    ).toBeUndefined();
    for (const coding of ['unheard-of', 'constructor', '__proto__'])
      expect(await decodeBody(new Uint8Array(5), [coding], 10_000), coding).toBeUndefined();
  });
});

describe('the fields of a form', () => {
  test('are bounded', () => {
    const many = fieldGroups(nameValuePairs(Array(200).fill('a=[1]').join('&')));
    expect(many.filter(({ kind }) => kind === 'json')).toHaveLength(50);
  });
});

describe('the beginning of a body', () => {
  test('of JSON, a value a line, may have further lines', () => {
    const document = jsonLines('{"a":1}\n{"a":2}\n{"a"', true);
    expect(document && [isCutOff(document, 0), isCutOff(document, 1)]).toEqual([true, false]);
    const whole = jsonLines('{"a":1}\n{"a":2}\n');
    expect(whole && isCutOff(whole, 0)).toBe(false);
  });

  test('is also what could be decoded before the limit', async () => {
    const text = `[${'"0123456789",'.repeat(330_000)}1]`;
    const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'));
    const sent = new Uint8Array(await new Response(stream).arrayBuffer());
    const headers: [string, string][] = [
      ['Content-Type', 'application/json'],
      ['Content-Encoding', 'gzip'],
    ];
    const body = await openBody(sent, { headers, bodySize: sent.length });
    expect([body.isCut, body.isPartial]).toEqual([false, true]);
    expect(body.content.kind === 'json' && isCutOff(body.content.document, 0)).toBe(true);
    const short = await openBody(utf8('[1]'), { headers: headers.slice(0, 1), bodySize: 3 });
    expect(short.isPartial).toBe(false);
  });
});
