import { describe, expect, test } from 'vitest';
import { fieldGroups } from '../../../src/detail/body/field-groups.ts';
import { jsonLines } from '../../../src/detail/body/json-lines.ts';
import { nameValuePairs } from '../../../src/detail/body/name-value-pairs.ts';
import { openBody } from '../../../src/detail/body/open-body.ts';
import { isCutOff, valueText } from '../../../src/detail/json/json-document.ts';
import { utf8 } from './bytes.ts';

describe('the fields of a form', () => {
  const json = encodeURIComponent('{"id":1.0,"id":2}');

  test('that hold JSON are documents in their place', () => {
    const groups = fieldGroups(nameValuePairs(`a=1&b=2&payload=${json}&c=[x]&d=`));
    expect(
      groups.map((group) =>
        group.kind === 'json' ? group.pair.name : group.pairs.map(({ name }) => name),
      ),
    ).toEqual([['a', 'b'], 'payload', ['c', 'd']]);
    const [, payload] = groups;
    if (payload?.kind !== 'json') throw new Error('the payload is no JSON');
    expect([valueText(payload.document, 1), valueText(payload.document, 2)]).toEqual(['1.0', '2']);
  });

  test('are bounded', () => {
    const many = fieldGroups(nameValuePairs(Array(200).fill('a=[1]').join('&')));
    expect(many.filter(({ kind }) => kind === 'json')).toHaveLength(50);
  });

  test('show the last value as far as it goes if the form is cut off', () => {
    const cut = nameValuePairs(
      `first=${encodeURIComponent('{"a":')}&payload=${encodeURIComponent('{"a":[1,2')}`,
    );
    const groups = fieldGroups(cut, true);
    expect(groups.map(({ kind }) => kind)).toEqual(['pairs', 'json']);
    const last = groups[1];
    expect(last?.kind === 'json' && isCutOff(last.document, 0)).toBe(true);
    const insideEscape = fieldGroups(nameValuePairs('payload=%7B%22a%22%3A1%2C%2'), true);
    expect(insideEscape.map(({ kind }) => kind)).toEqual(['json']);
    expect(fieldGroups(cut).map(({ kind }) => kind)).toEqual(['pairs']);
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
