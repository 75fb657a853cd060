import fc from 'fast-check';

/** The bytes that clients may send, as texts with a character for each byte: requests, most of them nearly valid. */

const weighted = <Item>(weight: number, ...items: readonly Item[]) => ({
  weight,
  arbitrary: fc.constantFrom(...items),
});

const method = fc.oneof(
  weighted(20, 'GET', 'POST', 'PUT', 'HEAD', 'DELETE', 'PATCH', 'OPTIONS'),
  weighted(2, 'M-SEARCH', 'PURGE', 'TRACE', 'CONNECT', 'QUERY', 'SOURCE', 'PRI', 'MKCOL'),
  weighted(1, 'get', 'FOO', 'A'.repeat(64), 'A'.repeat(65), '!#$%&', '', 'G\0T', '"', 'G\xe9'),
);

const target = fc.oneof(
  weighted(20, '/', '/a', '/a/b?c=d', '/%41?x', '//', '/a;b', "/~!$&'()*+,:@"),
  weighted(2, '*', 'http://a/b', 'https://a.example:80', 'HTTP://[::1]/x', '/a#b', '/a?b#c?d'),
  weighted(
    1,
    'ftp://a/',
    'http://u@a/',
    'http:///a',
    'a:80',
    'a',
    '',
    '*a',
    '?a',
    '#',
    '/{}|^`"<>',
  ),
  weighted(1, '/\xe9', '/\x7f', '/\0', '/a b', '/a\tb', '/\x80?\xff#\xfe', 'h\xe9://a/', '/\\'),
);

const version = fc.oneof(
  weighted(30, 'HTTP/1.1'),
  weighted(3, 'HTTP/1.0'),
  weighted(1, 'HTTP/1.2', 'HTTP/2.0', 'HTTP/0.9', 'http/1.1', 'HTTP/1.', 'HTTP/1.11', 'RTSP/1.0'),
  weighted(1, 'HTTP/11', 'HTTP /1.1', 'HTTPS/1.1', '', 'ICE/1.0', 'HTTP/1,1', 'HTTP/01.1'),
);

const lineEnd = fc.oneof(
  weighted(60, '\r\n'),
  weighted(1, '\n', '\r', '\r\r\n', '\n\r\n', '\r\n\r\n', '\x0b\r\n', ' \r\n', '\r\n ', '\r\n\t'),
);

const colon = fc.oneof(
  weighted(30, ': '),
  weighted(3, ':', ':  ', ':\t', ': \t '),
  weighted(1, ' :', '\t: ', '', ' ', '::', ':\0', ':\r\n ', ';', ':\x0c', ':\xa0'),
);

const codings = [
  ...['chunked', 'Chunked', 'gzip, chunked', 'chunked ', '\tchunked\t'],
  ...[
    'identity',
    'chunked, gzip',
    'chunked, chunked',
    'chunked,',
    ',chunked',
    'xchunked',
    'chunke',
  ],
  ...['chunked;a=b', '"chunked"', 'chunked\xa0', '\x0bchunked', 'chunked\x0c', 'chunked, identity'],
  ...['', ',', 'gzip,\tchunked', 'gzip;q="chunked", chunked', '[chunked]', 'chunked\x00', 'gzip'],
];
const lengths = [
  ...['0', '1', '3', '5', '05', '+3', '-1', '3 ', ' 3', '3, 3', '3,3', '0x3', '1e1', '3.0', ''],
  ...['3 3', '3;', '\t3', '18446744073709551615', '18446744073709551616', '99999999999999999999'],
  ...['9223372036854775808', '9007199254740993', '4294967299', '\xb3', '3\x0b', 'three'],
];
const options = [
  ...['close', 'keep-alive', 'Close', 'keep-alive, close', 'upgrade', 'close, upgrade', 'x', ''],
  ...['Keep-Alive,', 'transfer-encoding', 'close\xa0', 'TE, close', '"close"', 'closed', ',close'],
];

const header = fc.oneof(
  weighted(6, ['A', 'b'], ['X-A', ''], ['Content-Type', 'text/plain'], ['a', '"\\" \t ,']),
  weighted(1, ['é', 'x'], ['\xe9', 'x'], ['a b', 'x'], ['', 'x'], ['a', '\xff\x80'], ['a', 'b\0']),
  weighted(1, ['a@b', 'x'], ['(a)', 'x'], ['a', '\x01'], ['a', '\x7f'], ['\0', 'x'], [' a', 'x']),
  weighted(1, ['Upgrade', 'websocket'], ['Expect', '100-continue'], ['Expect', 'x'], ['TE', 'a']),
  weighted(1, ['Host', 'b'], ['Host', ''], ['host', 'a b'], ['Host', 'a:1'], ['Trailer', 'a']),
  fc.constantFrom(...codings).map((coding) => ['Transfer-Encoding', coding]),
  fc.constantFrom(...lengths).map((length) => ['Content-Length', length]),
  fc.constantFrom(...options).map((option) => ['Connection', option]),
  weighted(1, ['Transfer_Encoding', 'chunked'], ['Transfer-Encoding ', 'chunked']),
  weighted(1, ['Content-Length\0', '3'], ['Proxy-Connection', 'close'], ['Content\x0bLength', '3']),
);

const headerLine = fc
  .tuple(header, colon, lineEnd)
  .map(([[name = '', value = ''], between, end]) => name + between + value + end);

const extension = fc.oneof(
  weighted(30, ''),
  weighted(1, ';a', ';a=b', ';a="b c"', ';a="\\""', '; a = b ', ';', ';;', ';a=', ';a="b'),
  weighted(1, ' ', '\t', ' ;a', ';\0', ';a\xe9', ';\x7f', ';a="\xe9"', ';a\n', ';a\r', ';="', ',a'),
);

const sizeOf = (length: number) =>
  fc.oneof(
    weighted(30, length.toString(16)),
    weighted(
      1,
      `0${length.toString(16)}`,
      `${'0'.repeat(12)}${length}`,
      `0x${length}`,
      `+${length}`,
    ),
    weighted(
      1,
      `${length + 1}`,
      `${length - 1}`,
      '',
      'g',
      `-${length}`,
      ` ${length}`,
      'F'.repeat(16),
    ),
    weighted(
      1,
      `1${'0'.repeat(16)}`,
      `${'0'.repeat(20)}${length}`,
      `${length}h`,
      '\xb2',
      `"${length}"`,
    ),
  );

const chunk = fc
  .constantFrom('a', 'abc', '\r\n', '0\r\n\r\n', 'GET / HTTP/1.1\r\n\r\n', 'x'.repeat(20))
  .chain((data) =>
    fc
      .tuple(sizeOf(data.length), extension, lineEnd, lineEnd)
      .map(([size, extra, begin, end]) => size + extra + begin + data + end),
  );

const trailers = fc.oneof(weighted(8, ''), fc.array(headerLine, { maxLength: 2 }).map(joined));

const chunkedBody = fc
  .tuple(fc.array(chunk, { maxLength: 3 }), sizeOf(0), extension, lineEnd, trailers, lineEnd)
  .map(([chunks, size, extra, begin, fields, end]) =>
    joined([...chunks, size, extra, begin, fields, end]),
  );

const framing = fc.oneof(
  weighted(3, ''),
  fc
    .constantFrom('a', 'abc', '\r\n\r\n', 'GET / HTTP/1.1\r\nHost: a\r\n\r\n')
    .map((body) => `Content-Length: ${body.length}\r\n\r\n${body}`),
  chunkedBody.map((body) => `Transfer-Encoding: chunked\r\n\r\n${body}`),
);

const between = fc.oneof(
  weighted(40, ' '),
  weighted(1, '  ', '   ', '\t', '', ' \t', '\xa0', '\0'),
);

const request = fc
  .tuple(
    ...([method, between, target, between, version, lineEnd] as const),
    fc.oneof(weighted(30, 'Host: a\r\n'), weighted(1, '')),
    fc.array(headerLine, { maxLength: 3 }),
    framing,
  )
  .map(([name, gap, address, another, protocol, end, host, headers, rest]) => {
    const head = `${name}${gap}${address}${another}${protocol}${end}${host}${joined(headers)}`;
    return head + (rest === '' ? '\r\n' : rest);
  });

const bit = fc.oneof(
  weighted(
    3,
    '\r\n',
    '\r',
    '\n',
    '\0',
    ' ',
    '\t',
    ':',
    ';',
    ',',
    '0',
    '1',
    'a',
    '\xff',
    '\x7f',
    '"',
  ),
  weighted(
    1,
    '\r\n\r\n',
    '0\r\n\r\n',
    '3\r\nabc\r\n',
    'GET / HTTP/1.1\r\n',
    'HTTP/1.1',
    '\x0b',
    '\xa0',
  ),
  weighted(
    1,
    'Content-Length: 3\r\n',
    'Transfer-Encoding: chunked\r\n',
    'Host: b\r\n',
    '\r\n a: b',
  ),
);

/** One to three requests, with some places changed. */
export const oddStream: fc.Arbitrary<string> = fc
  .tuple(
    fc.oneof(weighted(6, ''), weighted(1, '\r\n', '\n', '\r', '\r\n\r\n', ' ', '\0')),
    fc.array(request, { minLength: 1, maxLength: 3 }),
    fc.array(fc.tuple(fc.nat({ max: 400 }), fc.nat({ max: 2 }), bit), { maxLength: 2 }),
  )
  .map(([begin, requests, changes]) => {
    let text = begin + joined(requests);
    for (const [place, removed, put] of changes) {
      const at = place % (text.length + 1);
      text = text.slice(0, at) + put + text.slice(at + removed);
    }
    return text;
  });

function joined(texts: readonly string[]): string {
  return texts.join('');
}
