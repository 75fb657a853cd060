import { parseContentType } from '@hookwell/core/http/content-type';
import { describe, expect, test } from 'vitest';
import { bodyKind } from '../../../src/detail/body/body-kind.ts';
import { offeredViews } from '../../../src/detail/body/body-views.tsx';
import { latin1, utf8 } from '../bodies.ts';

function kind(type: string | undefined, body: string | Uint8Array<ArrayBuffer>, isCut = false) {
  const bytes = typeof body === 'string' ? utf8(body) : body;
  return bodyKind(parseContentType(type), bytes, isCut);
}

function views(type: string | undefined, body: string | Uint8Array<ArrayBuffer>): string {
  const found = kind(type, body);
  const shown = offeredViews(found).map(({ view, label }) => `${view}:${label}`);
  return `${found.content.kind} ${shown.join(' ')}`.trim();
}

describe('the kind of a body', () => {
  test('UTF-16 is known by its byte order mark where no charset is named', () => {
    const little = latin1('\xff\xfe{\0"\0a\0"\0:\x001\0}\0');
    const big = latin1('\xfe\xff\0{\0"\0a\0"\0:\x001\0}');
    for (const bytes of [little, big]) {
      for (const type of [undefined, 'application/json', 'text/plain']) {
        expect(kind(type, bytes)).toMatchObject({
          content: { kind: 'json' },
          text: { text: '\ufeff{"a":1}' },
        });
      }
      expect(kind('application/octet-stream', bytes).content.kind).toBe('binary');
      expect(kind('application/json; charset=utf-8', bytes).problem).toContain('UTF-8');
    }
  });

  test.for([
    ['application/json', '', 'empty'],
    ['application/json', '{"a":1}', 'json tree:Tree pretty:Pretty raw:Raw hex:Hex'],
    ['application/json; charset=utf-8', '[1]', 'json tree:Tree pretty:Pretty raw:Raw hex:Hex'],
    ['application/vnd.api+json', '"text"', 'json tree:Tree pretty:Pretty raw:Raw hex:Hex'],
    [
      'application/json',
      '{"a":1}\n{"b":2}\n',
      'json-lines tree:Rows pretty:Pretty raw:Raw hex:Hex',
    ],
    ['application/x-ndjson', '{"a":1}', 'json-lines tree:Rows pretty:Pretty raw:Raw hex:Hex'],
    ['application/json', '{"a"', 'text raw:Raw hex:Hex'],
    ['application/x-www-form-urlencoded', 'a=1&b=2', 'form pretty:Fields raw:Raw hex:Hex'],
    [
      'application/x-www-form-urlencoded',
      '{"a":1}',
      'json tree:Tree pretty:Pretty raw:Raw hex:Hex',
    ],
    [undefined, ' [1]', 'json tree:Tree pretty:Pretty raw:Raw hex:Hex'],
    ['text/plain', '12', 'text raw:Raw hex:Hex'],
    ['text/plain', '[not json]', 'text raw:Raw hex:Hex'],
    ['text/html', '<script>alert(1)</script>', 'html raw:Raw hex:Hex'],
    ['text/html', '[1]', 'html raw:Raw hex:Hex'],
    ['application/soap+xml', '<a/>', 'xml pretty:Pretty raw:Raw hex:Hex'],
    [undefined, '<?xml version="1.0"?><a/>', 'xml pretty:Pretty raw:Raw hex:Hex'],
    ['text/xml', '<a>', 'text raw:Raw hex:Hex'],
    ['image/svg+xml', '<svg/>', 'image pretty:Image raw:Raw hex:Hex'],
    ['application/octet-stream', latin1('\x89PNG\r\n\x1a\n'), 'image pretty:Image hex:Hex'],
    ['application/octet-stream', latin1('\0\x01\x02\x03'), 'binary hex:Hex'],
    [undefined, latin1('\xff\xfe'), 'binary hex:Hex'],
    ['text/plain', latin1('gr\xfcn'), 'text raw:Raw hex:Hex'],
    ['text/plain; charset=iso-8859-1', latin1('gr\xfcn'), 'text raw:Raw hex:Hex'],
    [
      'multipart/form-data; boundary=b',
      '--b\r\n\r\nx\r\n--b--',
      'multipart pretty:Parts raw:Raw hex:Hex',
    ],
    ['multipart/form-data; boundary=b', 'no parts', 'text raw:Raw hex:Hex'],
  ] as const)('%s %j', ([type, body, expected]) => {
    expect(views(type, body)).toBe(expected);
  });

  test('comes with the reason if it is not the declared type', () => {
    expect(kind('application/json', '{"a"').problem).toMatch(
      /^This is not valid JSON: in line 1, column 5/,
    );
    expect(kind('text/xml', '<a>\n</b>').problem).toBe(
      'This is not well-formed XML: in line 2, column 1, the closing tag of "b" has no opening tag here.',
    );
    expect(kind('text/plain', latin1('gr\xfcn')).problem).toContain('not text in UTF-8');
    expect(kind('multipart/mixed; boundary=b', 'x').problem).toContain('boundary');
    expect(kind('application/json', '{}').problem).toBeUndefined();
  });

  test('is found in text of any charset', () => {
    expect(kind('text/plain; charset=iso-8859-1', latin1('gr\xfcn')).text?.text).toBe('grün');
    expect(kind('text/plain; charset=nonsense', utf8('grün')).text?.text).toBe('grün');
    const utf16 = Uint8Array.of(0xfe, 0xff, 0, 0x61);
    expect(kind('text/plain; charset="utf-16"', utf16).text).toMatchObject({
      text: '\ufeffa',
      charset: 'utf-16be',
    });
    expect(
      kind('text/xml', Uint8Array.of(0xff, 0xfe, 0x3c, 0, 0x61, 0, 0x2f, 0, 0x3e, 0)).content.kind,
    ).toBe('xml');
  });
});

describe('several JSON values, one a line', () => {
  test('are not rows if a line is not one value', () => {
    for (const text of ['1, 2\n3', '[1\n2]', '1] [2', '{}{}\n{}', '']) {
      expect(kind('application/x-ndjson', text).content.kind).not.toBe('json-lines');
    }
  });
});
