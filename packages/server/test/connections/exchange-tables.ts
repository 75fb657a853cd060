/*
 * What a sender does on one connection, at the receive URL `/wh/T` of the test's endpoint, what it is answered, and what is stored of it.
 */

/** The sender closes its side. */
export const end = Symbol('end');
/** Bytes, the end, or the number of answers that it reads before it goes on. */
export type Step = string | number | typeof end;
/** What is answered: statuses, then whether the connection can be used again. What is stored: methods and bodies. */
export type Row = [name: string, steps: Step[], answered: string, stored: string[]];

export const host = 'Host: a\r\n';
export const get = `GET /wh/T HTTP/1.1\r\n${host}\r\n`;
const post = (headers: string, rest = '', version = '1.1') =>
  `POST /wh/T HTTP/${version}\r\n${host}${headers}\r\n${rest}`;
export const chunked = 'Transfer-Encoding: chunked\r\n';
const expects = 'Expect: 100-continue\r\n';
const unknown = (headers: string, rest = '') => post(headers, rest).replace('/wh/T', '/wh/unknown');

export const slow: Row[] = [
  ['nothing but empty lines, then a request', ['\r\n', '\r\n\r\n', get], '200 kept', ['GET ']],
  ['a method', ['PO'], '408 closed', []],
  ['a target', ['POST /wh/T'], '408 closed', []],
  ['a version', ['POST /wh/T HTTP/1.'], '408 closed', []],
  ['the name of a header', [`POST /wh/T HTTP/1.1\r\n${host}Ab`], '408 closed', []],
  ['the value of a header', [`POST /wh/T HTTP/1.1\r\n${host}A: b`], '408 closed', []],
  ['the last line feed of a head', [get.slice(0, -1)], '408 closed', []],
  ['a body', [post('Content-Length: 5\r\n', 'ab')], '408 closed', []],
  ['a body that has not begun', [post('Content-Length: 5\r\n')], '408 closed', []],
  ['the size of a chunk', [post(chunked, '3\r\nabc\r\n0')], '408 closed', []],
  ['an extension', [post(chunked, '3;a')], '408 closed', []],
  ['a chunk', [post(chunked, '3\r\nab')], '408 closed', []],
  ['the end of a chunk', [post(chunked, '3\r\nabc\r')], '408 closed', []],
  ['trailers', [post(chunked, '3\r\nabc\r\n0\r\nA: ')], '408 closed', []],
  ['the end of all', [post(chunked, '3\r\nabc\r\n0\r\n')], '408 closed', []],
  ['the second request', [`${get}GET /w`, 2], '200 408 closed', ['GET ']],
  [
    'the body of the second',
    [get + post('Content-Length: 5\r\n', 'ab'), 2],
    '200 408 closed',
    ['GET '],
  ],
];

export const halfClosed: Row[] = [
  ['at once', [end], 'closed', []],
  ['behind empty lines', ['\r\n', end], 'closed', []],
  ['in a method', ['PO', end], '400 closed', []],
  ['in a head', [get.slice(0, -2), end], '400 closed', []],
  ['behind the head', [post('Content-Length: 5\r\n'), end], '400 closed', []],
  ['in a chunk', [post(chunked, '3\r\nab'), end], '400 closed', []],
  ['in trailers', [post(chunked, '0\r\nA: b\r\n'), end], '400 closed', []],
  ['behind a request', [get, end], '200 closed', ['GET ']],
  [
    'behind two',
    [get + post(chunked, '1\r\na\r\n0\r\n\r\n'), end],
    '200 200 closed',
    ['GET ', 'POST a'],
  ],
  ['in the second', [get + post('Content-Length: 5\r\n', 'ab'), end], '200 400 closed', ['GET ']],
  ['once it was answered', [get, 1, end], '200 closed', ['GET ']],
];

export const expectations: Row[] = [
  ['with the body at once', [post(`${expects}Content-Length: 1\r\n`, 'a')], '200 kept', ['POST a']],
  [
    'with the body later',
    [post(`${expects}Content-Length: 1\r\n`), 1, 'a'],
    '100 200 kept',
    ['POST a'],
  ],
  ['in chunks', [post(expects + chunked), 1, '1\r\na\r\n0\r\n\r\n'], '100 200 kept', ['POST a']],
  [
    'in its turn',
    [get + post(`${expects}Content-Length: 1\r\n`), 2, 'a'],
    '200 100 200 kept',
    ['GET ', 'POST a'],
  ],
  [
    'of HTTP/1.0, which is ignored',
    [post(`${expects}Content-Length: 1\r\n`, '', '1.0'), 'a'],
    '200 closed',
    ['POST a'],
  ],
  ['without a body', [post(expects)], '200 kept', ['POST ']],
  ['of a body that is too large', [post(`${expects}Content-Length: 1001\r\n`)], '413 closed', []],
  [
    'of something else, which is ignored',
    [post('Expect: a\r\nContent-Length: 1\r\n', 'a')],
    '200 kept',
    ['POST a'],
  ],
];

const large = 'x'.repeat(1001);
export const refused: Row[] = [
  ['too large, by its length', [post('Content-Length: 1001\r\n', 'ab')], '413 closed', []],
  ['too large, and whole', [post('Content-Length: 1001\r\n', large)], '413 kept', []],
  ['too large, in chunks', [post(chunked, `3e9\r\n${large}`)], '413 closed', []],
  [
    'too large, what follows is not stored',
    [post(chunked, `3e9\r\n${large}`), 1, `\r\n0\r\n\r\n${get}`],
    '413 closed',
    [],
  ],
  ['unknown, with a body', [unknown('Content-Length: 2\r\n', 'hi')], '404 kept', []],
  [
    'unknown, with a body that does not come',
    [unknown('Content-Length: 2\r\n', 'h')],
    '404 closed',
    [],
  ],
  [
    'unknown, with a body that is no HTTP',
    [unknown(chunked, '3\r\nabc'), 1, 'no chunk'],
    '404 closed',
    [],
  ],
  ['no HTTP in the middle', [post(chunked, '3\r\nabc\r\n'), 'no chunk\r\n'], '400 closed', []],
  ['CONNECT', [`CONNECT a:1 HTTP/1.1\r\n${host}\r\n${get}`], '405 closed', []],
  ['TRACE', [get.replace('GET', 'TRACE')], '405 kept', []],
  ['a head of a HEAD', [`HEAD /wh/T HTTP/1.1\r\n${host}A b: c\r\n\r\n${get}`], '400 closed', []],
];

export const kept: Row[] = [
  ['HTTP/1.0', [get.replace('1.1', '1.0')], '200 closed', ['GET ']],
  [
    'HTTP/1.0 that asks for it',
    [post('Connection: keep-alive\r\n', '', '1.0')],
    '200 kept',
    ['POST '],
  ],
  ['HTTP/1.0 with nothing but its line', ['GET /wh/T HTTP/1.0\r\n\r\n'], '200 closed', ['GET ']],
  ['close', [post('Connection: close\r\n') + get], '200 closed', ['POST ']],
  [
    'an upgrade that is not taken',
    [post('Connection: upgrade\r\nUpgrade: websocket\r\n') + get],
    '200 200 kept',
    ['POST ', 'GET '],
  ],
  ['HEAD', [`HEAD /wh/T HTTP/1.1\r\n${host}\r\n${get}`], '200 200 kept', ['HEAD ', 'GET ']],
  [
    'HEAD with a body',
    [`HEAD /wh/T HTTP/1.1\r\n${host}Content-Length: 1\r\n\r\na`],
    '200 kept',
    ['HEAD a'],
  ],
  ['absolute form', [get.replace('/wh/T', 'http://b:1/wh/T')], '200 kept', ['GET ']],
  ['several spaces', [get.replaceAll(' /', '   /').replace('T H', 'T   H')], '200 kept', ['GET ']],
  ['bytes that are no ASCII', [get.replace('/wh/T', '/wh/T?\xe9=\xff')], '200 kept', ['GET ']],
  ['an asterisk', [`OPTIONS * HTTP/1.1\r\n${host}\r\n`], '404 kept', []],
];
