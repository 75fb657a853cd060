import { expect, test } from 'vitest';
import { shared, withBody } from './requests.ts';

test.each([
  ['Authorization', 'Bearer abc', 'Bearer •••'],
  ['authorization', 'Digest a="b", c', 'Digest •••'],
  ['Proxy-Authorization', 'basic abc', 'basic •••'],
  ['Authorization', 'abc', '•••'],
  ['Authorization', 'my passphrase', '•••'],
  ['Cookie', 'a=b; c="d;e=f"; g', 'a=•••; c=•••; •••'],
  ['Cookie', 'a="b; c=d', 'a=•••'],
  ['Set-Cookie', 'a=b; Path=/; HttpOnly', 'a=•••; Path=•••; HttpOnly'],
  ['Host', 'hooks.example', '•••'],
  ['Referer', 'https://a/', '•••'],
  ['Forwarded', 'for=1.2.3.4', '•••'],
  ['CF-Connecting-IP', '1.2.3.4', '•••'],
  ['True_Client_IP', '1.2.3.4', '•••'],
  ['CloudFront-Viewer-Address', '1.2.3.4:5', '•••'],
  ['DO-Connecting-IP', '1.2.3.4', '•••'],
  ['CF-Connecting-IPv6', '::1', '•••'],
  ['X-Appengine-User-IP', '1.2.3.4', '•••'],
  ['REMOTE_ADDR', '1.2.3.4', '•••'],
  ['Shipping-Address', '1 High Street', '1 High Street'],
  ['Content-Digest', 'sha-256=:abc:', '•••'],
  ['Stripe-Signature', 't=1,v1=abc', '•••'],
  ['Webhook-Key', 'abc', '•••'],
  ['Idempotency-Id', 'abc', 'abc'],
  ['User-Agent', 'A/1.0 (+https://a)', 'A/1.0 (+https://a)'],
  ['Link', '<https://a?token=b&c=d>; rel="next"', '<https://a?token=•••&c=d>; rel="next"'],
  ['SOAPAction', '"https://a?token=b"', '"https://a?token=•••"'],
  ['Meta', '{"card":{"n":1}, "a": 1}', '{"card":"•••","a":1}'],
  ['Content-Type', 'text/plain; token=abc; charset=utf-8', 'text/plain; token=•••'],
  ['Content-Length', '12', '12'],
  ['Note', 'gr\xc3\xbcn \xff', 'grün \xff'],
  ['Note', Buffer.from('{"ｔｏｋｅｎ":1}').toString('latin1'), '{"ｔｏｋｅｎ":"•••"}'],
])('%s: %s', (name, sent, expected) => {
  const headers = [[name, sent]] as const;
  expect(shared({ headers }).headers).toEqual([[name, expected]]);
  expect(shared({ headers }, { redact: 'values' }).headers).toEqual([[name, '•••']]);
});

test.each([
  [
    'a=1&to%6ben=x&a=%zz+b',
    [
      ['a', '1'],
      ['token', '•••'],
      ['a', '%zz b'],
    ],
  ],
  [
    'user[Token]=x&%256bey=y&a[pass][]=1',
    [
      ['user[Token]', '•••'],
      ['%6bey', '•••'],
      ['a[pass][]', '•••'],
    ],
  ],
  [
    'token=x&y&flag&a=b',
    [
      ['token', '•••'],
      ['a', 'b'],
    ],
  ],
  [
    'flag&a=b&other',
    [
      ['flag', ''],
      ['a', 'b'],
      ['other', ''],
    ],
  ],
  ['next=%2Fa%3Ftoken%3Dx%26b%3Dc', [['next', '/a?token=•••&b=c']]],
  ['data={"token":+"x"}', [['data', '{"token":"•••"}']]],
  ['a=1;token=my%20x', [['a', '1;token=•••']]],
  ['note=my%20password%20=%20x%20y', [['note', 'my password =•••']]],
  [`note=set%20"api_key"%20=>%20'x+y',%20z`, [['note', `set "api_key" =•••`]]],
  ['note=if+token+==+x', [['note', 'if token =•••']]],
  ['note=a+=+1,+pass%0A=%0Ab', [['note', 'a = 1, pass\n=•••']]],
  [
    'to=//user:x@h.example/y@z&from=//x@h',
    [
      ['to', '//•••@h.example/y@z'],
      ['from', '//•••@h'],
    ],
  ],
  ['note=see+//git@h,+//+a@b', [['note', 'see //git@h, // a@b']]],
])('the query %s', (query, expected) => {
  expect(shared({ query }).query).toEqual(expected);
  const form = withBody('application/x-www-form-urlencoded; charset=UTF-8', `b=&${query}`);
  expect(shared(form).body.form).toEqual([['b', ''], ...expected]);
});

test('of queries and forms names stay where values are hidden', () => {
  const query = 'a=1&flag&b=&c=2';
  const hidden = [
    ['a', '•••'],
    ['b', '•••'],
    ['c', '•••'],
  ];
  expect(shared({ query: 'flag&a=1' }, { redact: 'values' }).query).toEqual([
    ['•••', ''],
    ['a', '•••'],
  ]);
  expect(shared({ query }, { redact: 'values' }).query).toEqual(hidden);
  const form = withBody('application/x-www-form-urlencoded', query);
  expect(shared(form, { redact: 'values' }).body.form).toEqual(hidden);
});

test.each(['c2VjcmV0IQ==', 'c2VjcmV0LiE=', 'c2VjcmV0LiE=\n', 'c2VjcmV0LiE=&'])(
  'Base64 that was sent as a form or a query is no name where values are hidden: %j',
  (sent) => {
    const form = withBody('application/x-www-form-urlencoded', sent);
    expect(shared(form, { redact: 'values' }).body.form).toEqual([['•••', '']]);
    const { query } = shared({ query: `a=1&${sent}` }, { redact: 'values' });
    expect(query).toEqual([
      ['a', '•••'],
      ['•••', ''],
    ]);
  },
);

test.each([
  ['no form at all', 'my secret'],
  ['a text with an equals sign', 'my secret = x'],
  ['XML', '<a b="c"/>&d=e'],
  ['JSON that is cut', '{"token":"x","a":"b=c'],
  ['UTF-16 that was not declared', Buffer.from('token=x', 'utf16le')],
  ['too many fields', 'a=&'.repeat(10_001)],
])('%s is no form, whatever its type says', (_, body) => {
  expect(shared(withBody('application/x-www-form-urlencoded', body)).body).toEqual({
    contentType: 'application/x-www-form-urlencoded',
    size: body.length,
  });
});

function multipart(...parts: string[]) {
  const body = `${parts.map((part) => `--b\r\n${part}\r\n`).join('')}--b--\r\n`;
  return withBody('multipart/form-data; boundary=b', body);
}

const named = (name: string, value = 'x') =>
  `Content-Disposition: form-data; ${name}\r\n\r\n${value}`;

test.each([
  ['name="a"', 'a', 'x'],
  ['name=token', 'token', '•••'],
  ['NAME="to\\ken"', 'token', '•••'],
  ["name*=UTF-8''to%6ben", '•••', '•••'],
  ['name="a"; name="token"', '•••', '•••'],
  ['name="a"; name*=UTF-8\'\'token', '•••', '•••'],
  ['name*0=to; name*1=ken', '•••', '•••'],
  ['name="=?utf-8?B?dG9rZW4=?="', '•••', '•••'],
  ['filename="name=token"', '•••', '•••'],
  ['name="a"; filename="b.txt"', 'a', '•••'],
  ['name="a"\r\n ; name="token"', '•••', '•••'],
  ['name="a"\r\nContent-Disposition: form-data; name="token"', '•••', '•••'],
  ['name="a"\r\nContent-Transfer-Encoding: base64', 'a', '•••'],
  ['name="a"\r\nContent-Type: image/png', 'a', '•••'],
  ['name="a"\r\nContent-Type: text/plain; charset=utf-16', 'a', '•••'],
])('the part %s', (disposition, name, value) => {
  expect(shared(multipart(named(disposition))).body.form).toEqual([[name, value]]);
  const [field] = shared(multipart(named(disposition)), { redact: 'values' }).body.form ?? [];
  expect(field).toEqual([name, '•••']);
});

test('JSON and URLs in parts are redacted, and repeats stay', () => {
  const json = 'name="a"\r\nContent-Type: application/json';
  const form = multipart(named(json, '{"otp":1,"b":1.0}'), named('name="a"', '/?token=x'));
  expect(shared(form).body.form).toEqual([
    ['a', '{"otp":"•••","b":1.0}'],
    ['a', '/?token=•••'],
  ]);
});

test.each([
  ['that is not closed', '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nx\r\n--b\r\n'],
  ['without a part', 'x'],
  ['of too many parts', `${'--b\r\n\r\n\r\n'.repeat(1001)}--b--`],
])('a form %s is left out', (_, body) => {
  expect(shared(withBody('multipart/form-data; boundary=b', body)).body.form).toBeUndefined();
});

test('a part in which the boundary stands is hidden', () => {
  const form = multipart(named('name="a"', 'y --b z: name="token"\r\n\r\nx'));
  expect(shared(form).body.form).toEqual([['a', '•••']]);
});

test('of the path, pairs and texts that nobody may see are hidden, or all of it', () => {
  const path = '/a%20b/;token=x/T0KEN9';
  expect(shared({ path: '/\xc3\xbc' }).path).toBe('/ü');
  expect(shared({ path: '/a%20b/\xff' }).path).toBe('/a%20b/\xff');
  expect(shared({ path }, { hidden: ['t0ken9'] }).path).toBe('/a%20b/;token=•••');
  expect(shared({ path: '/to/t0ken9/' }, { hidden: ['t0ken9'] }).path).toBe('/to/•••/');
  expect(shared({ path }, { redact: 'values' }).path).toBeUndefined();
  expect(shared({ path: '' }).path).toBeUndefined();
});

test.each([
  ['application/json; charset=utf-8', 'application/json'],
  ['Multipart/Form-Data; boundary=secret', 'multipart/form-data'],
  ['application/vnd.secret+json', '•••'],
  ['secret/json', '•••'],
  ['secret', '•••'],
])('of the type %s the well-known is shown where values are hidden', (type, expected) => {
  const { body, headers } = shared(withBody(type, 'x'), { redact: 'values' });
  expect(body).toEqual({ contentType: expected, size: 1 });
  expect(headers).toEqual([['Content-Type', '•••']]);
  expect(shared(withBody(type, 'x'), { fields: ['content_type'] }).body.contentType).toBe(expected);
  expect(shared(withBody(type, 'x')).body.contentType).toBe(type);
});

test('there is nothing in an answer but what the rules name', () => {
  const answer = shared({ path: '/p', query: 'a=b', ...withBody('application/json', '1') });
  expect(Object.keys(answer)).toEqual(['method', 'path', 'headers', 'query', 'body', 'receivedAt']);
  expect(Object.keys(answer.body)).toEqual(['contentType', 'size', 'text']);
});
