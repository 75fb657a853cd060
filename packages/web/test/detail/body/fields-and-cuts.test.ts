import { describe, expect, test } from 'vitest';
import { fieldGroups, nameValuePairs } from '../../../src/detail/body/name-value-pairs.ts';
import { openBody } from '../../../src/detail/body/open-body.ts';
import { isCutOff } from '../../../src/detail/json/json-document.ts';
import { jsonLines } from '../../../src/detail/json/scan-json.ts';
import { utf8 } from './bytes.ts';

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
