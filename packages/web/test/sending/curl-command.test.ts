import { spawnSync } from 'node:child_process';
import { asCurl } from '@hookwell/client/copying';
import { describe, expect, test } from 'vitest';
import { readCurl } from '../../src/sending/curl-command.ts';
import { shellWords } from '../../src/sending/shell-words.ts';

const receiveUrl = 'https://hooks.example.org/wh/abc';

function parsed(command: string) {
  const result = readCurl(command, receiveUrl);
  if (result.kind === 'problem') throw new Error(result.sentence);
  const { request, notes } = result;
  const headers = request.headers.map(({ name, value }) => `${name}: ${value}`);
  return { ...request, headers, notes };
}

test('a command of sh fills method, path, headers and body', () => {
  const command = `$ curl -sS -X PUT 'https://api.example.com/orders?page=2#top' \\
  -H 'Content-Type: application/json' -H "Shop-Signature: it's \\"a\\"" \\
  --data-raw $'{"name":"J\\xc3\\xbcrgen\\u0021","it\\'s":"\\n"}' --compressed`;
  expect(parsed(command)).toEqual({
    method: 'PUT',
    suffix: '/orders?page=2',
    headers: ['Content-Type: application/json', `Shop-Signature: it's "a"`],
    body: `{"name":"Jürgen!","it's":"\n"}`,
    notes: [],
  });
});

test('a command of cmd, as browsers copy it, is read', () => {
  const command = [
    'curl ^"https://api.example.com/hook?a=1^&b=2^" ^',
    '  -H ^"content-type: application/json^" ^',
    '  --data-raw ^"^{^\\^"text^\\^":^\\^"100^% of it^\\^"^}^"',
  ].join('\r\n');
  expect(parsed(command)).toMatchObject({
    method: 'POST',
    suffix: '/hook?a=1&b=2',
    headers: ['content-type: application/json'],
    body: '{"text":"100% of it"}',
    notes: [],
  });
  expect(parsed('curl.exe -d "{\\"a\\": \\"b c\\"}" localhost:3000').body).toBe('{"a": "b c"}');
});

test.each([
  [
    '-d a=1 -d b=2',
    {
      method: 'POST',
      body: 'a=1&b=2',
      headers: ['Content-Type: application/x-www-form-urlencoded'],
    },
  ],
  ['-d a -H content-type:', { headers: [] }],
  [
    '--json {} --json []',
    { body: '{}[]', headers: ['Content-Type: application/json', 'Accept: application/json'] },
  ],
  [
    '-G -d a=1 --data-urlencode "q=ü &!"',
    { method: 'GET', suffix: '/p?x&a=1&q=%C3%BC%20%26%21', body: '', headers: [] },
  ],
  ['-I', { method: 'HEAD' }],
  ['-XPATCH -da=1', { method: 'PATCH', body: 'a=1' }],
  ['-u jürgen:pass', { headers: ['Authorization: Basic asO8cmdlbjpwYXNz'] }],
  [
    '--oauth2-bearer x -A me -e http://r -b a=1',
    { headers: ['Cookie: a=1', 'User-Agent: me', 'Referer: http://r', 'Authorization: Bearer x'] },
  ],
  ["-H 'Empty;' -H 'A:  b: c'", { headers: ['Empty: ', 'A: b: c'] }],
  ['-o /dev/null -w "%{http_code}" -m 5 --retry 3 -svk', { method: 'GET' }],
])('options: %s', (options, request) => {
  const result = parsed(`curl http://h/p?x ${options}`);
  expect(result).toMatchObject(request);
  expect(result.notes).toEqual([]);
});

test.each([
  ['--form f=@x.png --next-thing', ['--form f=@x.png is left out', '--next-thing is left out']],
  ['-d @body.json', ['The body of the command is in the file body.json']],
  ['--data-binary @-', ['The body of the command is in its input']],
  ['http://second', ['The second URL is left out']],
  ['| jq .id', ['What follows the command is left out: | jq .id']],
  ['-H "Authorization: $TOKEN"', ['Variables of the shell stay']],
  ['-b jar.txt', ['The cookies of the command are in the file jar.txt']],
])('what is not in the request is named: %s', (options, notes) => {
  const result = parsed(`curl http://h ${options}`);
  expect(result.notes).toHaveLength(notes.length);
  for (const [index, note] of notes.entries()) expect(result.notes[index]).toContain(note);
});

test.each([
  ['wget http://h', /not a curl command: it begins with “wget”/],
  ['', /Paste a command/],
  ['curl -X POST', /no URL/],
  ["curl 'http://h", /quote .* no end/],
])('no request is made of %s', (command, sentence) => {
  expect(readCurl(command, receiveUrl)).toEqual({
    kind: 'problem',
    sentence: expect.stringMatching(sentence),
  });
});

test('the path behind a receive URL is kept, of this endpoint or another', () => {
  expect(parsed(`curl ${receiveUrl}/a?b`).suffix).toBe('/a?b');
  expect(parsed('curl http://localhost:8080/wh/other/a').suffix).toBe('/a');
  expect(parsed('curl https://u:p@h/')).toMatchObject({
    suffix: '',
    headers: ['Authorization: Basic dTpw'],
  });
});

describe('words', () => {
  const lines = [
    `a 'b c' "d \\" \\$e \\z" f\\ g\\\n'h'"i"`,
    `$'\\x41\\102\\u00e9\\U0001f600\\t\\\\' '' "" x`,
    `'it'\\''s' "a\\\nb" é`,
  ];
  test.each(lines)('are those of bash: %s', (line) => {
    const { stdout } = spawnSync('bash', ['-c', `printf '%s\\0' ${line}`], {
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
    });
    expect(shellWords(line).words).toEqual(stdout.toString().split('\0').slice(0, -1));
  });

  test('take no long time, whatever is pasted', () => {
    for (const text of [
      `"${'\\'.repeat(1e6)}`,
      "'".repeat(1e6 + 1),
      'x'.repeat(2e6),
      ` ^"${'"\\'.repeat(5e5)}`,
    ])
      expect(shellWords(text).words.length).toBeGreaterThan(0);
  });
});

test('the command that the page copies is read as it was', () => {
  const headers = [
    ['Content-Type', 'text/plain'],
    ['User-Agent', "it's/1 (!)"],
    ['Accept', '*/*'],
  ] as const;
  const body = '@x "é" \u202e\'!\\ \n$HOME\t🎁';
  const command = asCurl({
    method: 'PUT',
    url: `${receiveUrl}/a/../b?c=[1]#d`,
    headers,
    body: new TextEncoder().encode(body),
  });
  expect(parsed(command)).toMatchObject({
    method: 'PUT',
    headers: headers.map(([name, value]) => `${name}: ${value}`),
    body,
    notes: [],
  });
});
