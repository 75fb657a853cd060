import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { anyCharacter } from '../../../core/test/any-character.ts';
import type { CopiedRequest } from '../../src/copying/copied-request.ts';
import { asCurl, type CurlOptions } from '../../src/copying/curl.ts';
import {
  copied,
  nastyBodies,
  portable,
  receivingServer,
  type SentRequest,
} from './sent-request.ts';

describe('a request copied as curl and run by bash', () => {
  test('reproduces any body', async () => {
    const bodies = [...Object.values(nastyBodies), ...fc.sample(anyBody, 40)];
    const { requests, sent } = await runAll(bodies.map((body) => ({ body })));
    for (const [index, { headers, body }] of requests.entries()) {
      expect(Buffer.compare(sent[index]?.body ?? Buffer.alloc(0), body), `${body}`).toBe(0);
      expect(portable(sent[index]?.headers ?? [])).toEqual(headers);
    }
  });

  test('reproduces any method, with and without a body', async () => {
    const methods = ['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PROPFIND', 'HEAD', 'QUERY'];
    const body = Buffer.from('{"a":1}');
    const changes = methods.flatMap((method) => [
      { method, body: Buffer.alloc(0) },
      ...(method === 'HEAD' ? [] : [{ method, body }]),
    ]);
    expect((await runAll(changes)).sent).toMatchObject(changes);
  });

  test('reproduces any target', async () => {
    const suffixes = [
      '',
      '/',
      '/a/../b/./c',
      '/%2e%2e/x',
      '/any/sub%20path?q=a+b&q=%zz',
      '?a[0]=1&b={x,y}&c[1-3]',
      "?q='quoted'&$HOME&`id`|;!!",
      '?x=1#after',
      '//double//slashes//',
      '?trailing=%',
      '?',
    ];
    const { sent } = await runAll(suffixes.map((suffix) => ({ suffix })));
    const { pathname } = new URL(copied('http://h').url);
    expect(sent.map(({ target }) => target)).toEqual(suffixes.map((suffix) => pathname + suffix));
  });

  test('keeps names, order and repeats of headers, and adds none', async () => {
    const headers: CopiedRequest['headers'] = [
      ['USER-agent', 'it\'s/1.0 (!x; "y" $z)'],
      ['Accept', '*/*'],
      ['Set-Thing', 'one'],
      ['Empty', ''],
      ['set-thing', 'two'],
      ['Cookie', 'a=1; b=2'],
      ['Content-Type', 'text/plain; charset="utf-8"'],
      ['Authorization', 'Basic OnNlY3JldA=='],
      ['Semicolon', ';'],
      ['Accept-Encoding', 'gzip, br'],
    ];
    const { sent } = await runCurl({ headers, body: Buffer.from('x') });
    expect(portable(sent.headers)).toEqual(headers);
    expect(
      portable((await runCurl({ headers: [], body: Buffer.alloc(5000, 97) })).sent.headers),
    ).toEqual([]);
    expect(portable((await runCurl({ headers: [], method: 'GET' })).sent.headers)).toEqual([]);
  });

  test('keeps header bytes beyond ASCII', async () => {
    const utf8 = Buffer.from('grüße 👩').toString('latin1');
    const headers: CopiedRequest['headers'] = [
      ['Content-Type', 'text/plain'],
      ['As-UTF-8', utf8],
      ['As-Latin1', "it's gr\xfc\xdfe!\\n"],
      ['Hidden', Buffer.from('a\u202eb').toString('latin1')],
    ];
    const { sent, command } = await runCurl({ headers });
    expect(portable(sent.headers)).toEqual(headers);
    expect(command).toContain('grüße 👩');
    expect(command).not.toContain('\u202e');
  });

  test('leaves headers of the connection to curl', async () => {
    const headers: CopiedRequest['headers'] = [
      ['Host', 'elsewhere.example'],
      ['Transfer-Encoding', 'chunked'],
      ['Connection', 'keep-alive'],
      ['Content-Type', 'text/plain'],
    ];
    const { sent, origin } = await runCurl({ headers, body: Buffer.from('x') });
    expect(new Headers(sent.headers).get('host')).toBe(new URL(origin).host);
    expect(new Headers(sent.headers).get('content-length')).toBe('1');
  });

  test('announces an empty body again if it was announced', async () => {
    const headers: CopiedRequest['headers'] = [['Content-Length', '0']];
    expect((await runCurl({ headers })).sent.headers).toContainEqual(['Content-Length', '0']);
    expect(portable((await runCurl({ headers })).sent.headers)).toEqual([]);
  });

  test('reads a body from a file instead', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'copied-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const bodyFile = join(folder, "it's a body.bin");
    await writeFile(bodyFile, 'from the file');
    const { sent } = await runCurl({ body: Buffer.from('x') }, { bodyFile });
    expect(sent.body.toString()).toBe('from the file');
  });

  test('is short if nothing needs more', () => {
    const command = asCurl({
      method: 'POST',
      url: 'https://hooks.example.org/wh/abc?attempt=1',
      headers: [
        ['Host', 'hooks.example.org'],
        ['User-Agent', 'shop/2.1'],
        ['Accept', '*/*'],
        ['Content-Type', 'application/json'],
      ],
      body: new TextEncoder().encode('{"order":1001}'),
    });
    expect(command).toBe(
      [
        "curl 'https://hooks.example.org/wh/abc?attempt=1'",
        "-H 'User-Agent: shop/2.1'",
        "-H 'Accept: */*'",
        "-H 'Content-Type: application/json'",
        `--data-raw '{"order":1001}'`,
      ].join(' \\\n  '),
    );
  });
});

const anyBody = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 40 }).map((text) => new TextEncoder().encode(text)),
  fc.uint8Array({ maxLength: 40 }),
);

type Change = Partial<CopiedRequest> & { suffix?: string };

/** Runs the commands of requests one after the other in one shell, which takes as long to start as a command. */
async function runAll(
  changes: readonly Change[],
  options: CurlOptions = {},
): Promise<{
  requests: CopiedRequest[];
  sent: SentRequest[];
  commands: string[];
  origin: string;
}> {
  const { origin, sent } = await receivingServer();
  const requests = changes.map(({ suffix = '', ...changed }) => {
    const request = copied(origin, changed);
    return { ...request, url: request.url + suffix };
  });
  const commands = requests.map((request) => asCurl(request, options));
  const { code, errors } = await bash(commands.join('\n'));
  expect(errors).toBe('');
  expect(code).toBe(0);
  expect(sent).toHaveLength(changes.length);
  return { requests, sent, commands, origin };
}

async function runCurl(
  change: Change,
  options?: CurlOptions,
): Promise<{ sent: SentRequest; command: string; origin: string }> {
  const { sent, commands, origin } = await runAll([change], options);
  const [[only], [command = '']] = [sent, commands];
  if (only === undefined) throw new Error('Nothing was sent');
  return { sent: only, command, origin };
}

/** Runs a command by `bash -c` if it fits into an argument, else on standard input, as a pasted one arrives. */
async function bash(command: string): Promise<{ code: number | null; errors: string }> {
  const fits = Buffer.byteLength(command) < 120_000;
  const child = spawn('bash', fits ? ['-c', command] : [], {
    stdio: ['pipe', 'ignore', 'pipe'],
    env: {
      ...process.env,
      http_proxy: '',
      CURL_HOME: '/nonexistent',
      HOME: '/nonexistent',
      LC_ALL: 'C.UTF-8',
    },
  });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  child.stdin.end(fits ? '' : command);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  // The progress meter is not an error.
  return { code, errors: code === 0 ? '' : errors };
}
