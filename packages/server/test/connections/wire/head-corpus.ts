import { type Case, host, smuggled } from './corpus-parts.ts';

const get = (line: string, headers = host) => `${line}\r\n${headers}\r\n${smuggled}`;
const withTarget = (target: string) => get(`GET ${target} HTTP/1.1`);
const withHeaders = (headers: string) => get('GET / HTTP/1.1', headers);
const withLine = (line: string) => withHeaders(`${host}${line}\r\n`);

const both = 'GET / | GET /smuggled | open';
const alone = 'GET / | closed';
const target = 'request line: a character that an address may not have';
const version = 'request line: the version is not HTTP/1.1 or HTTP/1.0';
const noVersion = 'request line: no HTTP version after the address';
const lineEnd = 'request line: it does not end with a carriage return and a line feed';
const address = 'request line: the address is neither a path nor a URL of a valid host';
const lineFeed = 'header line 1: a line feed without a carriage return before it';
const carriageReturn = 'header line 1: a carriage return without a line feed after it';

/** Heads of requests, and what they say about their connection. */
export const headCases: readonly Case[] = [
  // Before the request line.
  [`\r\n\n\r\r\n${withTarget('/')}`, both],
  [`${withTarget('/')}\r\n\r\n${smuggled}`, `${both.slice(0, -7)} | GET /smuggled | open`],
  ...[' GET / HTTP/1.1', '\tGET / HTTP/1.1', '\0GET / HTTP/1.1', '\x16\x03\x01\x02\0\x01\0'].map(
    (line): Case => [get(line), '400'],
  ),
  // Methods. Of a line without a readable one nothing is told.
  ...[
    'GET',
    '',
    ' ',
    'GET\t/ HTTP/1.1',
    'G\0T / HTTP/1.1',
    'G@T / HTTP/1.1',
    'G\xe9T / HTTP/1.1',
  ].map((line): Case => [get(line), '400']),
  [get(`${'A'.repeat(65)} / HTTP/1.1`), '400'],
  ...['get', '!#$%&+-.^_`|~', 'A'.repeat(64), 'PRI', "'*", 'TRACE'].map(
    (method): Case => [get(`${method} / HTTP/1.1`), `${method} / | GET /smuggled | open`],
  ),
  [get('CONNECT a:1 HTTP/1.1'), '405'],
  ['PRI / HTTP/1.0\r\n\r\n', 'PRI / | closed'],
  // Targets.
  ...['*', 'http://a/b', 'HTTPS://a:1?c', '//', '/#a', '/{}|\\^`"<>', '/\xe9\x80?\xff=#\xfe'].map(
    (text): Case => [withTarget(text), `GET ${text} | GET /smuggled | open`],
  ),
  ...['*a', 'a:1', 'ftp://a/', 'http://', 'http://u@a/', 'http:/a', '?a', '#', '\xe9'].map(
    (text): Case => [withTarget(text), address],
  ),
  ...['/\0', '/\x7f', '/\x1f', '/a\tb'].map((text): Case => [withTarget(text), target]),
  [withTarget('/a b'), 'request line: a space in the address'],
  [withTarget('/a  b c'), 'request line: a space in the address'],
  // Versions.
  [get('GET   /   HTTP/1.1'), both],
  ...[
    'GET /',
    'GET / ',
    'GET  HTTP/1.1',
    'GET / http/1.1',
    'GET / RTSP/1.0',
    'GET / HTTP',
    'GET / \t',
  ].map((line): Case => [get(line), noVersion]),
  ...[
    ...['GET / HTTP/1.2', 'GET / HTTP/2.0', 'GET / HTTP/0.9', 'GET / HTTP/01.1', 'GET / HTTP/1.10'],
    ...['GET / HTTP/1', 'GET / HTTP/1,1', 'GET / HTTP/1.1 ', 'GET / HTTP/1.1\t', 'GET / HTTP/'],
  ].map((line): Case => [get(line), version]),
  ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', version],
  ...['\n', '\r', '\r\r\n', '\n\r\n'].map(
    (end): Case => [`GET / HTTP/1.1${end}Host: a\r\n\r\n${smuggled}`, lineEnd],
  ),
  // Ends of lines.
  ...['\n', '\n\r\n', '\n\n', '\n\r'].map(
    (end): Case => [withHeaders(`Host: a${end}A: b\r\n`), lineFeed],
  ),
  ...['\r', '\r\r\n', '\r\0\n'].map(
    (end): Case => [withHeaders(`Host: a${end}A: b\r\n`), carriageReturn],
  ),
  [
    'GET / HTTP/1.1\r\nHost: a\r\n\n',
    'header line 2: a line feed without a carriage return before it',
  ],
  ...['\r', ' ', 'G'].map(
    (end): Case => [
      `GET / HTTP/1.1\r\nHost: a\r\n\r${end}`,
      'header line 2: a carriage return without a line feed after it',
    ],
  ),
  ...[' \r\n', '\t\r\n', ' c\r\n'].map(
    (line): Case => [
      withHeaders(`Host: a\r\n${line}`),
      'header line 2: white space at its beginning',
    ],
  ),
  [get('GET / HTTP/1.1', ' Host: a\r\n'), 'header line 1: white space at its beginning'],
  // Headers.
  ...[
    'A:',
    'A:b',
    'A:  b \t',
    'A: b: c',
    'A: \xff\x80',
    'A: "\t"',
    "!#$%&'*+-.^_`|~: x",
    '0: 1',
  ].map((line): Case => [withLine(line), both]),
  ...['A', 'A\r\nB: c', 'A '].map((line): Case => [withLine(line), 'header line 2: no colon']),
  ...['A b: c', 'A b :c'].map(
    (line): Case => [withLine(line), 'header line 2: a space in the name'],
  ),
  ...['A :b', 'A\t: b', 'A  :'].map(
    (line): Case => [withLine(line), 'header line 2: a space before the colon'],
  ),
  [withLine(':b'), 'header line 2: no name before the colon'],
  ...['A\0: b', '\0: b', '\xe9: b', 'A(b): c', 'A/b: c', '{}: c', '\x7f: b', 'A\xa0: b'].map(
    (line): Case => [withLine(line), 'header line 2: a character that no name may have'],
  ),
  ...['A: \0', 'A: b\x7f', 'A: b\x1bc', 'A: \x0b', 'A: b\x08'].map(
    (line): Case => [withLine(line), 'header line 2: a control character in the value'],
  ),
  [withHeaders(`${host}${'a:b\r\n'.repeat(2501)}`), 'headersTooLarge'],
  [withLine(`a:${'b'.repeat(33_000)}`), 'headersTooLarge'],
  // Hosts.
  [withHeaders('Host:\r\n'), both],
  [withHeaders(''), 'headers: no Host'],
  [withHeaders('Host: a\r\nHost: a\r\n'), 'header line 2: one more Host'],
  ...['a, b', 'a b', 'a\x85', 'a/'].map(
    (text): Case => [withHeaders(`Host: ${text}\r\n`), 'header line 1: a Host that is no host'],
  ),
  // What becomes of the connection.
  ...['close', 'a, Close ,b', 'close\r\nConnection: keep-alive', 'keep-alive, close'].map(
    (text): Case => [withLine(`Connection: ${text}`), alone],
  ),
  ...['closed, "close", close\xa0', 'keep-alive', '', 'upgrade\r\nUpgrade: h2c'].map(
    (text): Case => [withLine(`Connection: ${text}`), both],
  ),
  [withLine('Proxy-Connection: close'), both],
  [get('GET / HTTP/1.0'), alone],
  [get('GET / HTTP/1.0', ''), alone],
  [get('GET / HTTP/1.0', 'Connection: Keep-Alive\r\n'), both],
  [
    get('POST / HTTP/1.0', 'Connection: keep-alive\r\nTransfer-Encoding: chunked\r\n').replace(
      smuggled,
      `0\r\n\r\n${smuggled}`,
    ),
    'POST / | closed',
  ],
  ...['100-continue', 'more', '100-Continue, a'].map(
    (text): Case => [withLine(`Expect: ${text}`), both],
  ),
  // What is not whole.
  ...['GET / HT', 'GET / HTTP/1.1\r\nHost: a\r\n', '\r\n\r\n', ''].map(
    (sent): Case => [sent, 'open'],
  ),
];
