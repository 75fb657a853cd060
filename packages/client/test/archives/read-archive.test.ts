import { describe, expect, test } from 'vitest';
import { ArchiveError, readArchive, readEntry } from '../../src/archives/index.ts';
import type { ArchivedRequest } from '../../src/archives/reading/archived-request.ts';

/** The bytes in pieces of this size; each is overwritten once the next one is asked for. */
function* inPieces(bytes: Uint8Array, size: number): Generator<Uint8Array, void> {
  const piece = Buffer.alloc(size);
  for (let at = 0; at < bytes.length; at += size) {
    piece.fill(0);
    const length = Buffer.from(bytes).copy(piece, 0, at, at + size);
    yield piece.subarray(0, length);
  }
}

async function read(text: string | Uint8Array, size = 64): Promise<ArchivedRequest[]> {
  return await Array.fromAsync(readArchive(inPieces(Buffer.from(text), size)));
}

/** What an archive that cannot be read says. */
async function fault(text: string | Uint8Array, size?: number): Promise<string> {
  return await read(text, size).then(
    (requests) => `no fault: ${requests.length}`,
    (error: unknown) => (error instanceof ArchiveError ? error.message : `${error}`),
  );
}

const pairs = (headers: Record<string, string>) =>
  Object.entries(headers).map(([name, value]) => ({ name, value }));

/** An entry as a browser writes it, with much that is not of interest. */
const ofBrowser = {
  _initiator: { type: 'script', stack: { callFrames: [{ url: 'https://shop.example/"log"' }] } },
  startedDateTime: '2026-03-01T13:00:00.500+01:00',
  request: {
    method: 'POST',
    url: 'https://shop.example/wh/short/a%20b/ü?c=1&d=ß#part',
    httpVersion: 'h2',
    headers: pairs({ ':authority': 'shop.example', Accept: '*/*', 'x-note': 'ü€' }),
    queryString: [{ name: 'c', value: '1' }],
    postData: { mimeType: 'text/plain', text: 'tab\t "ü" \\ 😀 \u0001 \ud83d' },
    bodySize: -1,
  },
  response: { status: 200, content: { text: 'é'.repeat(300), encoding: 'base64' } },
};
const har = (...entries: unknown[]) => JSON.stringify({ log: { version: '1.2', entries } });
const line = {
  ...{ id: 7, endpointId: 3, receivedAt: '2026-03-01T12:00:00.001Z', ipAddress: '127.0.0.1' },
  ...{ method: 'PUT', target: '/base/wh/abcdefghijklmnopqrstuvwxyz/x?y=%00', path: '/x' },
  headers: [
    ['A', 'é'],
    ['a', '__proto__'],
  ],
  ...{ droppedHeaders: 2, bodySize: 3, bodyBase64: '/wAb', event: 'paid' },
};

describe('an archive', () => {
  test.each([1, 2, 3, 7, 64, 5000])('is read in pieces of any size: %i', async (size) => {
    const archive = `\ufeff${har(ofBrowser, ofBrowser)}\n`;
    const requests = await read(archive, size);
    expect(requests).toHaveLength(2);
    expect(requests[1]).toMatchObject({
      ...{ entry: 2, receivedAt: Date.parse('2026-03-01T12:00:00.500Z'), method: 'POST' },
      ...{ path: '/wh/short/a%20b/%C3%BC', search: '?c=1&d=%C3%9F' },
    });
    expect(requests[1]?.headers.slice(0, 1)).toEqual([['Accept', '*/*']]);
    const note = requests[1]?.headers[1]?.[1] ?? '';
    expect(Buffer.from(note, 'latin1').toString()).toBe('ü€');
    expect(Buffer.from(requests[1]?.body ?? '').toString()).toBe('tab\t "ü" \\ 😀 \u0001 \ufffd');
    const lines = await read(`${JSON.stringify(line)}\n\n${JSON.stringify(line, null, 2)}`, size);
    expect(lines.map(({ body }) => [...body])).toEqual([
      [255, 0, 27],
      [255, 0, 27],
    ]);
    expect(lines[1]).toMatchObject({
      ...{ method: 'PUT', path: '/x', search: '?y=%00', headers: line.headers },
      own: { id: 7, endpointId: 3, droppedHeaders: 2, event: 'paid' },
    });
  });

  test('tells where each entry stands, which is read alone in the same way', async () => {
    for (const archive of [
      har(ofBrowser, { ...ofBrowser, request: { ...ofBrowser.request, method: 'Ü' } }),
      // What looks like an archive within an entry is none.
      har({ ...ofBrowser, ...JSON.parse(har({ request: {} })) }),
      `${JSON.stringify(line)} ${JSON.stringify({ ...line, method: 'Ü' })}`,
    ]) {
      const bytes = Buffer.from(`\ufeff${archive}`);
      for (const { entry: _, start, end, ...request } of await read(bytes)) {
        const alone = await readEntry([bytes.subarray(start, end)]);
        expect(alone).toMatchObject(request);
      }
    }
  });

  test('that is cut off at any byte is refused, and nothing past the cut is made up', async () => {
    const whole = Buffer.from(har(ofBrowser, ofBrowser));
    for (let length = 1; length < whole.length; length++) {
      expect(await fault(whole.subarray(0, length), 4096)).toMatch(/too early|neither|UTF-8/);
    }
    const lines = `${JSON.stringify(line)}\n${JSON.stringify(line)}`;
    expect(await fault(lines.slice(0, -1))).toBe('it ends too early, after entry 1');
  });
});

describe('the body', () => {
  const bodyOf = async (request: object) => {
    const [found] = await read(
      har({ request: { method: 'POST', url: '/', headers: [], ...request } }),
    );
    return { body: Buffer.from(found?.body ?? '').toString('latin1'), doubt: found?.doubt };
  };
  const form = [
    { name: 'a b', value: '1+ü' },
    { name: 'c"\n', fileName: 'x.txt', contentType: 'text/plain', value: 'z' },
  ];

  test('is what the archive has of it, and a doubt says what it lacks', async () => {
    const multipart = 'multipart/form-data; boundary=xyz';
    const cases: [object, string, (string | RegExp)?][] = [
      [{ postData: { text: 'ü' }, bodySize: 1 }, 'ü'],
      [{ postData: { text: 'ü' }, bodySize: 2 }, 'Ã¼'],
      [{ postData: { text: '/w A\nb', encoding: 'base64' } }, '\xff\0\x1b'],
      [{ postData: { text: '?', _base64: '/wA=' } }, '\xff\0'],
      [{ postData: { text: '{}' }, bodySize: 90 }, '{}', 'has 2 bytes of the body, and 90 were'],
      [{ postData: { text: 'a\ufffd' } }, 'a\xef\xbf\xbd', 'lacks bytes'],
      [{ bodySize: 90 }, '', 'which had 90 bytes'],
      [{ postData: { params: form } }, 'a+b=1%2B%C3%BC&c%22%0A=z', 'fields of the form'],
      [
        { postData: { mimeType: multipart, params: form } },
        '--xyz\r\nContent-Disposition: form-data; name="a b"\r\n\r\n1+Ã¼\r\n' +
          '--xyz\r\nContent-Disposition: form-data; name="c%22%0A"; filename="x.txt"\r\n' +
          'Content-Type: text/plain\r\n\r\nz\r\n--xyz--\r\n',
        'fields of the form',
      ],
    ];
    for (const [request, body, doubt] of cases) {
      const found = await bodyOf(request);
      expect(found.body).toBe(body);
      if (doubt === undefined) expect(found.doubt).toBeUndefined();
      else expect(found.doubt).toContain(doubt);
    }
  });

  test('keeps every escape and every half of a pair apart', async () => {
    for (const text of [
      '\\u00e9\\/\\b',
      '\\ud83d\\ude00\\ud83d',
      '\\ude00x\\ud83dx',
      'é\\\\u0041\\uFFfF',
    ]) {
      const json = `{"method":"POST","target":"/","headers":[],"body":"${text}"}`;
      const expected = Buffer.from(JSON.parse(`"${text}"`));
      for (let size = 1; size < 8; size++) {
        const [found] = await read(json, size);
        expect(Buffer.from(found?.body ?? '')).toEqual(expected);
      }
    }
  });
});

test('what is no archive is told from one with a fault, which is named', async () => {
  const neither = 'it is neither an HTTP archive (HAR) nor JSON lines of captured requests';
  const good = JSON.stringify(line);
  const withHeaders = (headers: string) => `{"method":"P","target":"/","headers":${headers}}`;
  const cases: [string | Uint8Array, string][] = [
    ['', 'it is empty'],
    [' \n', 'it is empty'],
    ['\ufeff', 'it is empty'],
    ...['hello', '{}', '[]', `[${good}]`, '12', 'null', '"x"', '{"entries":[]}'].map(
      (text): [string, string] => [text, neither],
    ),
    ['{"log":{"entries":{}}}', 'it is no HTTP archive (HAR): its "log" has no "entries"'],
    [Buffer.from('{"method":1}', 'utf16le'), neither],
    [Buffer.from(`\ufeff${good}`, 'utf16le'), 'it is not text in UTF-8'],
    [Buffer.concat([Buffer.from(good), Buffer.from([0xff])]), 'it is not text in UTF-8'],
    [har(ofBrowser, 1), 'entry 2: it has no request with a method, a URL and headers'],
    [har(ofBrowser, ofBrowser).replace(/"headers".*$/, '}'), 'entry 1: it is not JSON at byte'],
    [`${good}\n{"id":8,"deleted":true}`, 'entry 2: it has no method, target and headers'],
    [`${good}\n${good}}`, 'entry 3: it is not JSON at byte'],
    [`${har(ofBrowser)}]`, 'it is not JSON at byte'],
    [good.replace('/wAb', 'no!'), 'entry 1: the "bodyBase64" of its body is not Base64'],
    [withHeaders('[["a"]]'), 'entry 1: header 1 is not a name and a value'],
    [withHeaders('{"a":"b"}'), 'entry 1: it has no method, target and headers'],
    [withHeaders('['.repeat(10_000)), 'entry 1: it is not JSON at byte'],
    [
      withHeaders(`[["a","${'x'.repeat(5_000_000)}"]]`),
      'entry 1: it has more than 4 MiB beside its body',
    ],
    [
      withHeaders(`[${'{},'.repeat(200_000)}{}]`),
      'entry 1: it has more than 4 MiB beside its body',
    ],
    [`{"a":${'['.repeat(2_200_000)}`, 'entry 1: it is nested deeper than 2097152 levels'],
  ];
  for (const [text, sentence] of cases) {
    const said = await fault(text, 65_536);
    expect(said.slice(0, sentence.length)).toBe(sentence);
  }
});

test('names like __proto__, nested bodies and what nobody reads do no harm', async () => {
  const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`;
  const hostile = JSON.stringify(line).replace(
    '{',
    `{"__proto__":{"method":"X"},"constructor":1,"json":${deep},"${'n'.repeat(10_000)}":"m","meth\\u006fd":"A",`,
  );
  const [found] = await read(hostile, 999);
  expect(found).toMatchObject({ method: 'PUT', headers: line.headers });
  expect(await read(har({ ...ofBrowser, response: deep }))).toHaveLength(1);
});
