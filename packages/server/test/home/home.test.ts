import { rm } from 'node:fs/promises';
import { METHODS } from 'node:http';
import { connect } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { forFile } from '../kept-for.ts';
import { exchangeRaw } from '../raw-http.ts';
import { startServer } from '../start-server.ts';
import { buildFolder, files, script } from './build-folder.ts';

const builds = forFile(await buildFolder());
await builds.build('first', files);
const server = forFile(await startServer({ dashboard: builds.folder }));

async function get(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${server.url}${path}`, { headers });
  return { response, text: await response.text() };
}

/** The answer as it is on the wire: `fetch` would normalise the path and decompress the body. */
async function exchange(
  method: string,
  path: string,
  head = '',
): Promise<{ status: number; headers: Map<string, string>; body: Buffer }> {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  socket.write(`${method} ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${head}\r\n`);
  const received = Buffer.concat(await socket.toArray());
  const end = received.indexOf('\r\n\r\n');
  const [statusLine = '', ...lines] = received.toString('latin1', 0, end).split('\r\n');
  const headers = new Map(
    lines.map((line): [string, string] => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  );
  return { status: Number(statusLine.split(' ')[1]), headers, body: received.subarray(end + 4) };
}

const addresses = [
  '/',
  '/endpoints/abcdefghijklmnopqrstuvwxyz',
  '/endpoints/abcdefghijklmnopqrstuvwxyz/requests/17',
  '/endpoints/abcdefghijklmnopqrstuvwxyz?filter=method%3APOST',
  '/endpoints/abcdefghijklmnopqrstuvwxyz/refusals',
  '/all',
  '/all/requests/17?tab=headers',
  '/compare/17/18',
  '/login',
  '/register',
  '/account',
  '/keys',
  '/plan',
  '/t/7',
  '/t/999999999999999/endpoints/abcdefghijklmnopqrstuvwxyz',
];

describe("the dashboard's addresses", () => {
  test.each(addresses)('%s is the page', async (path) => {
    const { response, text } = await get(path);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(text).toBe(files['index.html']);
  });

  test.each(['/resend', '/resend?id=17'])('%s is the page for sending again', async (path) => {
    const { response, text } = await get(path);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(text).toBe(files['resend.html']);
  });

  test('a page of the documentation has an address without an ending, beside the API page', async () => {
    const { response, text } = await get('/docs/installing');
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(text).toBe(files['docs/installing.html']);
    expect((await get('/docs')).text).toBe(files['docs/reference.html']);
  });

  test.each([
    '/index.html',
    '/docs/installing.html',
    '/docs/nowhere',
    '/docs/',
    '/resend.html',
    '/endpoints',
    '/endpoints/abc/requests',
    '/endpoints/abc/requests/17/more',
    '/all/',
    '/compare/17',
    '/assets',
    '/assets/',
    '/assets/main-00000000.js',
    '/assets/main-1a2B3c_d.js.br',
    '/assets/main-1a2B3c_d.js/',
    '/current',
    '/first/index.html',
    '/favicon.ico',
    '/nowhere',
    '/t/x',
    '/t/07',
    '/t/1000000000000000/plan',
  ])('%s is no address of ours', async (path) => {
    const { response, text } = await get(path);
    expect([response.status, text]).toEqual([404, '{"error":"Not found"}']);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  });

  const page = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

  test.each([
    ['/nowhere', page],
    ['/nowhere?a=b', { ...page, 'sec-fetch-dest': 'document' }],
    ['/endpoints', page],
    ['/t/x/plan', page],
    ['/all/', { ...page, 'if-none-match': '*' }],
  ])(
    '%s is a page of the dashboard for a browser that opens it, with status 404',
    async (path, headers) => {
      const response = await fetch(server.url + path, { headers });
      expect(response.status).toBe(404);
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(response.headers.get('vary')).toBe('accept, sec-fetch-dest');
      expect(response.headers.get('etag')).toBeNull();
      expect(await response.text()).toBe(files['index.html']);
    },
  );

  test.each([
    ['/api/nowhere', page],
    ['/api', page],
    ['/assets/main-00000000.js', page],
    ['/nowhere', { ...page, 'sec-fetch-dest': 'image' }],
    ['/nowhere', { accept: 'application/json' }],
    ['/nowhere', { accept: '*/*' }],
  ])('%s is no page for other requests', async (path, headers) => {
    const response = await fetch(server.url + path, { headers });
    expect([response.status, await response.text()]).toEqual([404, '{"error":"Not found"}']);
  });

  test.each([
    '/../current',
    '/assets/../current',
    '/assets/../../current',
    '/assets/..%2fcurrent',
    '/assets/%2e%2e/current',
    '/assets%2fmain-1a2B3c_d.js',
    '/assets/..\\current',
    '//assets/main-1a2B3c_d.js',
    '/assets//main-1a2B3c_d.js',
    '/assets/%00',
    '/etc/passwd',
  ])('%s leads nowhere', async (path) => {
    const answer = await exchange('GET', path);
    expect([answer.status, answer.body.toString()]).toEqual([404, '{"error":"Not found"}']);
  });

  test.each([
    ['/endpoints/..%2f..%2fetc', 200],
    ['/endpoints/%3Cscript%3Ealert(1)%3C%2Fscript%3E', 200],
    ['/endpoints/__proto__/requests/constructor', 200],
    [`/endpoints/${'a'.repeat(5000)}`, 404],
    ['/endpoints/%ff', 400],
    ['/endpoints/%', 400],
  ])(
    '%s answers %i, with the page or a sentence and nothing of the address',
    async (path, status) => {
      const answer = await exchange('GET', path);
      const text = answer.body.toString();
      expect(answer.status).toBe(status);
      if (status === 200) expect(text).toBe(files['index.html']);
      else expect(JSON.parse(text)).toEqual({ error: expect.any(String) });
    },
  );

  test.each(['/', '/all', '/resend', '/theme.js', '/assets/main-1a2B3c_d.js'])(
    '%s answers HEAD as GET, and 405 to every other method',
    async (path) => {
      const whole = await exchange('GET', path);
      const head = await exchange('HEAD', path);
      expect([head.status, head.body.length]).toEqual([200, 0]);
      for (const { headers } of [head, whole])
        for (const name of ['date', 'x-request-id', 'content-security-policy'])
          headers.delete(name);
      expect(head.headers).toEqual(whole.headers);
      for (const method of METHODS) {
        if (['GET', 'HEAD', 'CONNECT'].includes(method)) continue;
        const answer = await exchange(method, path, 'Content-Length: 0\r\n');
        expect([method, answer.status]).toEqual([method, 405]);
        expect(answer.headers.get('allow')).toBe('GET, HEAD');
      }
    },
  );
});

describe('the files of the build', () => {
  test.each([
    ['/assets/main-1a2B3c_d.js', 'text/javascript; charset=utf-8'],
    ['/assets/main-9z8y7x6w.css', 'text/css; charset=utf-8'],
    ['/theme.js', 'text/javascript; charset=utf-8'],
    ['/hookwell.svg', 'image/svg+xml; charset=utf-8'],
    ['/docs/index.json', 'application/json; charset=utf-8'],
  ] as const)('%s comes as %s', async (path, contentType) => {
    const { response, text } = await get(path);
    expect(response.headers.get('content-type')).toBe(contentType);
    expect(text).toBe(files[path.slice(1) as keyof typeof files]);
  });

  test.each([
    '/assets/main-1a2B3c_d.js',
    '/assets/main-9z8y7x6w.css',
    '/assets/main-1a2B3c_d.js?x',
  ])('%s may be kept for ever: its name changes with its content', async (path) => {
    const { response } = await get(path);
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  });

  test.each(['/theme.js', '/hookwell.svg', '/docs/index.json'])(
    '%s is asked for again each time, and answered 304 while unchanged',
    async (path) => {
      const { response } = await get(path);
      expect(response.headers.get('cache-control')).toBe('no-cache');
      const etag = response.headers.get('etag') ?? '';
      for (const value of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
        const again = await get(path, { 'if-none-match': value });
        expect([value, again.response.status, again.text]).toEqual([value, 304, '']);
        expect(again.response.headers.get('etag')).toBe(etag);
        expect(again.response.headers.get('cache-control')).toBe('no-cache');
      }
      expect((await get(path, { 'if-none-match': '"other"' })).response.status).toBe(200);
    },
  );

  test('a page is asked for again each time, and has no validator: the next one differs', async () => {
    const { response } = await get('/', { 'if-none-match': '*' });
    expect([response.status, response.headers.get('etag')]).toEqual([200, null]);
    expect(response.headers.get('cache-control')).toBe('no-cache');
  });

  const decompress = {
    br: brotliDecompressSync,
    gzip: gunzipSync,
  };

  test.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['br', 'br'],
    ['BR', 'br'],
    ['gzip, deflate', 'gzip'],
    ['gzip;q=0.2, br;q=0', 'gzip'],
    ['*', 'br'],
    ['*, br;q=0', 'gzip'],
    ['gzip;q=0, br; q=0.0', undefined],
    ['br;q=nonsense', undefined],
    ['identity', undefined],
    ['', undefined],
    [undefined, undefined],
  ] as const)('Accept-Encoding %j gets %s', async (accepted, coding) => {
    const head = accepted === undefined ? '' : `Accept-Encoding: ${accepted}\r\n`;
    const path = '/assets/main-1a2B3c_d.js';
    const answer = await exchange('GET', path, head);
    expect(answer.headers.get('content-encoding')).toBe(coding);
    expect(answer.headers.get('vary')).toBe('accept-encoding');
    const plain = coding === undefined ? answer.body : decompress[coding](answer.body);
    expect(plain.toString()).toBe(script);
  });

  test('a compressed file has a validator of its own', async () => {
    const etags = await Promise.all(
      ['br', 'gzip', 'identity'].map(async (coding) =>
        (
          await exchange('GET', '/assets/main-1a2B3c_d.js', `Accept-Encoding: ${coding}\r\n`)
        ).headers.get('etag'),
      ),
    );
    expect(new Set(etags).size).toBe(3);
  });

  test('a file without a smaller form comes as it is', async () => {
    const answer = await exchange('GET', '/theme.js', 'Accept-Encoding: br\r\n');
    expect(answer.headers.get('content-encoding')).toBeUndefined();
    expect(answer.body.toString()).toBe(files['theme.js']);
  });
});

test('a newer build changes nothing for a server that runs', async () => {
  await using own = await buildFolder();
  await own.build('first', files);
  await using running = await startServer({ dashboard: own.folder });
  await own.build('second', { ...files, 'index.html': 'newer' });
  await rm(`${own.folder}/first`, { recursive: true });
  expect(await (await fetch(`${running.url}/`)).text()).toBe(files['index.html']);
  expect((await fetch(`${running.url}/assets/main-1a2B3c_d.js`)).status).toBe(200);
  await using restarted = await startServer({ dashboard: own.folder });
  expect(await (await fetch(`${restarted.url}/`)).text()).toBe('newer');
});

test('without a build the page says how to make one, and all else works', async () => {
  await using empty = await buildFolder();
  await using unbuilt = await startServer({ dashboard: empty.folder });
  for (const path of ['/', '/all', '/resend', '/docs']) {
    const response = await fetch(`${unbuilt.url}${path}`);
    expect(response.status).toBe(503);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.text()).toContain('npm run build');
  }
  expect((await fetch(`${unbuilt.url}/api/service`)).status).toBe(200);
  expect((await fetch(`${unbuilt.url}/theme.js`)).status).toBe(404);
});

test('a receive host of its own serves none of it', async () => {
  await using apart = await startServer({
    dashboard: builds.folder,
    environment: {
      HOOKWELL_BASE_URL: 'https://hookwell.example',
      HOOKWELL_RECEIVE_BASE_URL: 'https://in.hookwell.example',
    },
  });
  for (const path of ['/', '/all', '/resend', '/theme.js', '/assets/main-1a2B3c_d.js']) {
    const ask = (host: string) =>
      exchangeRaw(apart.url, `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
    expect([path, (await ask('hookwell.example')).status]).toEqual([path, 200]);
    expect([path, (await ask('in.hookwell.example')).status]).toEqual([path, 404]);
  }
});
