import { brotliCompressSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { openBody } from '../../../src/detail/body/open-body.ts';
import { utf8 } from './bytes.ts';

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
