import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { type Failure, families, json, testFailures } from './failures.ts';

const pretty = JSON.stringify(JSON.parse(json), null, 2).replace('1.5', '1.50');

testFailures(
  [
    ['compact JSON', json, pretty, /compact JSON;/],
    ['spaces as Python', '{"a": [1, 2]}', '{"a":[1,2]}', /as Python writes it;/],
    ['two spaces', pretty, json, /indented by two spaces;/],
    ['four spaces', '{\n    "a": 1\n}', '{"a":1}', /indented by four spaces;/],
    ['tabs', '{\n\t"a": 1\n}', '{"a":1}', /indented by tabs;/],
    [
      'doubles',
      '{"a":1.5,"b":820982911946154500}',
      '{"a":1.50,"b":820982911946154508}',
      /rounded as JavaScript/,
    ],
    ['keys in order', '{"a":1,"b":2}', '{"b": 2, "a": 1}', /compact JSON, its keys in order;/],
    [
      'escapes for all but ASCII',
      '{"a":"\\u00e4"}',
      '{"a":"ä"}',
      /compact JSON, with escapes for all but ASCII;/,
    ],
    ['literal characters', '{"a":"ä"}', '{"a":"\\u00E4"}', /characters literal/],
    ['slashes as PHP', '{"a":"\\/\\u00e4"}', '{"a":"/ä"}', /slashes escaped as PHP/],
    ['slashes', '{"a":"\\/ä"}', '{"a":"/ä"}', /slashes escaped;/],
    ['html escapes', '{"a":"\\u003ca\\u003e"}', '{"a":"<a>"}', /with <, > and & escaped/],
    [
      "Meta's escapes",
      '{"from":"\\u003Cada\\u0040example.com>","of":"100\\u0025","url":"https:\\/\\/a\\/\\u00e9"}',
      '{"from": "<ada@example.com>", "of": "100%", "url": "https://a/é"}',
      /escapes as Meta writes them \(such as \\\/, \\u003C, \\u0040 and \\u0025\);/,
    ],
    [
      "SendGrid's batch",
      '[{"event":"open","n":1.50},\r\n{"event":"click"}]\r\n',
      '[{"event":"open","n":1.50},{"event":"click"}]',
      /line breaks \(CR LF\) between its events, as SendGrid writes it;/,
    ],
    [
      "SendGrid's batch without an end",
      '[{"event":"open"},\r\n{"event":"click"}]',
      '[{"event": "open"}, {"event": "click"}]',
      /as SendGrid writes it;/,
    ],
    [
      'a form that became JSON',
      'text=a+b%2Fc&user=1&user=2&empty=',
      '{"text":"a b/c","user":["1",2],"empty":null}',
      /a form as browsers encode it, and it became JSON on the way:/,
    ],
    ['python with escapes', '{"a": "\\u00e4"}', '{"a":"ä"}', /as Python writes it, with escapes/],
    ['a JSON string', '{"a":1}', '"{\\"a\\":1}"', /the content of the JSON string/],
    [
      'JSON with a line break',
      '{"a":1}\n',
      '{"a": 1}',
      /compact JSON, with a line break at the end/,
    ],
    ['a line break removed', 'a=1\n', 'a=1', /with a line break at its end/],
    ['CR LF removed', 'a=1\r\n', 'a=1', /with a line break \(CR LF\) at its end/],
    ['a line break added', 'a', 'a\n', /without the line break or space at its end/],
    ['one of two line breaks', 'a\n', 'a\n\n', /without the line break or space at its end/],
    ['LF', 'a\nb', 'a\r\nb', /with LF line ends/],
    ['CR LF', 'a\r\nb', 'a\nb', /with CR LF line ends/],
    ['a byte order mark removed', '\ufeffa', 'a', /with a byte order mark/],
    ['a byte order mark added', 'a', '\ufeffa', /without a byte order mark/],
    ['nothing', '', 'a', /an empty body/],
    ['Base64', '{"a":1}', 'eyJhIjoxfQ==', /before it was encoded in Base64/],
    ['into Base64', 'eyJhIjoxfQ==', '{"a":1}', /in Base64, and sent it decoded/],
    ['Latin 1', Buffer.from('{"a":"ä"}', 'latin1'), '{"a":"ä"}', /ISO 8859-1/],
    ['UTF-8 twice', '{"a":"ä"}', '{"a":"Ã¤"}', /UTF-8 twice/],
    ['a form of browsers', 'b=+*%7E&a=', 'b=%20%2a~&a=', /form as browsers encode it;/],
    ['a form of Python', 'a=%2A+%2F', 'a=*%20%2f', /encoded as Python and PHP/],
    ['a form with %20', 'a=%20b', 'a=+b', /with %20 for spaces/],
    ['a form in order', 'a=1&b=2', 'b=2&a=1', /its fields in order/],
  ].map(
    ([name, signed, came, says]) => ({ name, signed, came, says, schemes: families }) as Failure,
  ),
);

testFailures([
  {
    name: 'the form of a scheme that signs its fields became JSON',
    schemes: ['twilio', 'mandrill'],
    signed: 'From=%2B15550100&Body=gr%C3%BC%C3%9Fe+und+mehr',
    came: '{"Body":"grüße und mehr","From":"+15550100"}',
    headers: (headers) =>
      headers.map((text) => text.replace(/^application\/.*/, 'application/json')),
    says: /The sender signed a form .*, and it became JSON on the way: let nothing between/,
  },
]);

testFailures(
  [
    ['gzip', gzipSync(json), json, /before it was compressed \(gzip\)/],
    ['br', brotliCompressSync(json), json, /before it was compressed \(br\)/],
    ['deflate', deflateSync(json), json, /before it was compressed \(deflate\)/],
    ['gzip', json, gzipSync(json), /signed the compressed body \(gzip\)/],
    ['br', json, brotliCompressSync(json), /signed the compressed body \(br\)/],
  ].map(([coding, came, signed, says]) => ({
    name: `${coding}: ${says}`,
    schemes: families,
    came,
    signed,
    headers: (headers: readonly string[]) =>
      came === json ? headers : [...headers, 'Content-Encoding', coding],
    says,
  })) as Failure[],
);
