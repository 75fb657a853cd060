import { type Case, host, smuggled } from './corpus-parts.ts';

const chunked = 'Transfer-Encoding: chunked\r\n';
const post = (headers: string, rest: string) => `POST / HTTP/1.1\r\n${host}${headers}\r\n${rest}`;
const withLength = (length: string) => post(`Content-Length: ${length}\r\n`, `abc${smuggled}`);
const withCoding = (coding: string) =>
  post(`Transfer-Encoding: ${coding}\r\n`, `0\r\n\r\n${smuggled}`);
const withLine = (line: string) => post(`Content-Length: 5\r\n${line}\r\n`, `0\r\n\r\n${smuggled}`);
const inChunks = (body: string) => post(chunked, body) + smuggled;
const withSize = (size: string) => inChunks(`${size}\r\nabc\r\n0\r\n\r\n`);

const abc = 'POST / "abc" | GET /smuggled | open';
const empty = 'POST / | GET /smuggled | open';
const length = 'header line 2: a Content-Length that is not one number';
const coding = 'body: its Transfer-Encoding does not end with chunked';
const size = 'POST /… | body: the length of a chunk is no hexadecimal number';
const lineFeed = 'POST /… | body: a line feed without a carriage return before it';
const chunkEnd = 'POST / "abc"… | body: a chunk does not end where its length says';
const control = 'POST /… | body: a control character beside the length of a chunk';
const trailer = 'POST /… | body: a trailer that is no header';

/** Where bodies end, and where two servers may see their ends at different places. */
export const bodyCases: readonly Case[] = [
  // By a length.
  ...[withLength('3'), withLength('003'), withLength('\t 3 \t')].map((sent): Case => [sent, abc]),
  [post('', smuggled), empty],
  [post('Content-Length: 000\r\n', smuggled), empty],
  [
    `GET / HTTP/1.1\r\n${host}Content-Length: 3\r\n\r\nabc${smuggled}`,
    'GET / "abc" | GET /smuggled | open',
  ],
  [
    `HEAD / HTTP/1.1\r\n${host}Content-Length: 3\r\n\r\nabc${smuggled}`,
    'HEAD / "abc" | GET /smuggled | open',
  ],
  [
    post(`Content-Length: ${smuggled.length}\r\n`, smuggled),
    `POST / ${JSON.stringify(smuggled)} | open`,
  ],
  ...[
    '+3',
    '-3',
    '0x3',
    '3.0',
    '3e0',
    '3;',
    '3, 3',
    '3,3',
    '',
    '3\xa0',
    '\xb3',
    '1 2',
    '18446744073709551619',
  ].map((text): Case => [withLength(text), length]),
  ...['\x0b3', '3\0'].map(
    (text): Case => [withLength(text), 'header line 2: a control character in the value'],
  ),
  [post('Content-Length: 18446744073709551615\r\n', 'abc'), length],
  [post('Content-Length: 9007199254740993\r\n', 'abc'), 'POST / "abc"… | open'],
  [
    post('Content-Length: 3\r\nContent-Length: 0\r\n', `abc${smuggled}`),
    'header line 3: a second Content-Length',
  ],
  [
    post('Content-Length: 3\r\nContent-Length: 3\r\n', `abc${smuggled}`),
    'header line 3: a second Content-Length',
  ],
  [
    post('Content-Length: 0\r\ncontent-length: 00\r\n', smuggled),
    'header line 3: a second Content-Length',
  ],
  // By both.
  [
    post(`Content-Length: 6\r\n${chunked}`, `0\r\n\r\nG${smuggled}`),
    'header line 3: a Content-Length and a Transfer-Encoding in one request',
  ],
  [
    post(`${chunked}Content-Length: 4\r\n`, `1e\r\n${smuggled}0\r\n\r\n`),
    'header line 3: a Content-Length and a Transfer-Encoding in one request',
  ],
  [
    `POST / HTTP/1.0\r\nContent-Length: 6\r\n${chunked}\r\n0\r\n\r\nG`,
    'header line 2: a Content-Length and a Transfer-Encoding in one request',
  ],
  // By codings that one server knows and another does not.
  ...[
    'chunked',
    'Chunked',
    'CHUNKED',
    'gzip, chunked',
    'gzip ,\tchunked',
    ' \tchunked ',
    'chunked\t',
  ].map((text): Case => [withCoding(text), empty]),
  [post(`Transfer-Encoding: gzip\r\n${chunked}`, `0\r\n\r\n${smuggled}`), empty],
  ...[
    ...['xchunked', 'chunked, identity', 'chunked, chunked', 'chunked;a', '"chunked"', '[chunked]'],
    ...[
      'identity',
      'gzip',
      '',
      ',chunked',
      'chunked,',
      'chunked\xa0',
      'c hunked',
      'chunked chunked',
    ],
  ].map((text): Case => [withCoding(text), coding]),
  [post(chunked + chunked, `0\r\n\r\n${smuggled}`), coding],
  [post(`${chunked}Transfer-Encoding: x\r\n`, `0\r\n\r\n${smuggled}`), coding],
  ...['\x0bchunked', 'chunked\0', 'chunked\x0c'].map(
    (text): Case => [withCoding(text), 'header line 2: a control character in the value'],
  ),
  [withCoding('chun\rked'), 'header line 2: a carriage return without a line feed after it'],
  [withCoding('chunked\n'), 'header line 2: a line feed without a carriage return before it'],
  // By a line that one server takes for the coding.
  ...['Transfer-Encoding : chunked', 'Transfer-Encoding\t: chunked'].map(
    (line): Case => [withLine(line), 'header line 3: a space before the colon'],
  ),
  [withLine(' Transfer-Encoding: chunked'), 'header line 3: white space at its beginning'],
  [withLine('A: b\r\n Transfer-Encoding: chunked'), 'header line 4: white space at its beginning'],
  [withLine('Transfer-Encoding:\r\n chunked'), 'header line 4: white space at its beginning'],
  [
    withLine('A: b\rTransfer-Encoding: chunked'),
    'header line 3: a carriage return without a line feed after it',
  ],
  [
    withLine('A: b\nTransfer-Encoding: chunked'),
    'header line 3: a line feed without a carriage return before it',
  ],
  [withLine('Transfer-Encoding'), 'header line 3: no colon'],
  [withLine(': chunked'), 'header line 3: no name before the colon'],
  ...[
    ...[
      '\0Transfer-Encoding: chunked',
      'Transfer\x0bEncoding: chunked',
      'Transfer-Encoding\xa0: chunked',
    ],
    ...['Transfer-Encoding;: chunked', '"Transfer-Encoding": chunked'],
  ].map((line): Case => [withLine(line), 'header line 3: a character that no name may have']),
  [post('Transfer_Encoding: chunked\r\nTransfer-Encodings: chunked\r\n', smuggled), empty],
  // By chunks.
  [
    inChunks('3\r\nabc\r\nA\r\n0123456789\r\n0\r\n\r\n'),
    'POST / "abc0123456789" | GET /smuggled | open',
  ],
  [inChunks('00a\r\n0123456789\r\n000\r\n\r\n'), 'POST / "0123456789" | GET /smuggled | open'],
  [inChunks('5\r\n0\r\n\r\n\r\n0\r\n\r\n'), 'POST / "0\\r\\n\\r\\n" | GET /smuggled | open'],
  [withSize('0000000000000003'), abc],
  ...[
    ...[
      '+3',
      '-3',
      ' 3',
      '3 ',
      '3\t',
      '0x3',
      '3h',
      '',
      'g',
      '\xb3',
      '3,',
      '3\0',
      '"3"',
      '1_0',
      '3 ;a',
    ],
    ...[
      '10000000000000003',
      '00000000000000003',
      'ffffffffffffffff',
      '20000000000001',
      '3\r',
      '3;a\rb',
    ],
  ].map((text): Case => [withSize(text), size]),
  ...['\r', '\x85'].map((end): Case => [inChunks(`3${end}abc\r\n0\r\n\r\n`), size]),
  ...['\n', '\n\r', '\n\r\n'].map((end): Case => [inChunks(`3${end}abc\r\n0\r\n\r\n`), lineFeed]),
  [
    inChunks('3\r\n\r\nabc\r\n0\r\n\r\n'),
    'POST / "\\r\\na"… | body: a chunk does not end where its length says',
  ],
  ...['\n', '\r', '', '\r\r\n', 'x\r\n', '\0\n'].map(
    (end): Case => [inChunks(`3\r\nabc${end}0\r\n\r\n`), chunkEnd],
  ),
  [
    inChunks('3\r\nabc\r\n\r\n0\r\n\r\n'),
    'POST / "abc"… | body: the length of a chunk is no hexadecimal number',
  ],
  // By extensions and trailers.
  ...[';a', ';a=b', ';a="b;c"', '; a = b', ';', ';;', ';a="b', ';a=\xe9'].map(
    (extension): Case => [inChunks(`3${extension}\r\nabc\r\n0${extension}\r\n\r\n`), abc],
  ),
  ...[';a\nb', ';a="\n"'].map((extension): Case => [withSize(`3${extension}`), lineFeed]),
  ...[';\0', ';\x7f'].map((extension): Case => [withSize(`3${extension}`), control]),
  [withSize(`1;${'a'.repeat(17_000)}`), 'POST /… | body: the extensions of a chunk are too long'],
  ...['\n', '\n\n', '\n\r\n'].map((end): Case => [inChunks(`0${end}`), lineFeed]),
  [inChunks('0\r\nA: b\r\nC: d\r\n\r\n'), empty],
  [inChunks(`0\r\nContent-Length: 30\r\n${chunked}Host: b\r\nConnection: close\r\n\r\n`), empty],
  ...[
    'A : b\r\n',
    ' A: b\r\n',
    'A\r\n',
    ': b\r\n',
    'A: b\n\r\n',
    'A: \0\r\n',
    '\n',
    '\r',
    ' \r\n',
  ].map((text): Case => [inChunks(`0\r\n${text}\r\n`), trailer]),
  [inChunks(`0\r\n${'a:b\r\n'.repeat(2501)}\r\n`), 'POST /… | headersTooLarge'],
  [inChunks(`0\r\na:${'b'.repeat(33_000)}\r\n\r\n`), 'POST /… | headersTooLarge'],
  // By the end of what has come.
  [post('Content-Length: 3\r\n', 'ab'), 'POST / "ab"… | open'],
  [post(chunked, '3\r\nab'), 'POST / "ab"… | open'],
  [post(chunked, '3\r\nabc\r\n0\r\n'), 'POST / "abc"… | open'],
];
