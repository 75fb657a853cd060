import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startGuest, startServer, type TestServer } from '../start-server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server[Symbol.asyncDispose]());

/** The paths that a text of the page names in its attributes and imports. */
function namedIn(text: string): string[] {
  const names = [...text.matchAll(/(?:href|src)="(\/[^"]*)"|from '\.(\/[^']+)'/g)];
  return [...new Set(names.map(([, attribute, imported]) => attribute ?? imported ?? ''))];
}

async function get(path: string): Promise<{ response: Response; text: string }> {
  const response = await fetch(`${server.url}${path}`);
  return { response, text: await response.text() };
}

describe('the first page', () => {
  test('is HTML that says what this is', async () => {
    const { response, text } = await get('/');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(text).toContain('<title>Hookwell');
    expect(text).toContain('Your receive URL');
  });

  test('has nothing inline that its policy would refuse', async () => {
    const { text } = await get('/');
    expect(text).not.toMatch(/<style|\sstyle=|\son[a-z]+=/i);
    expect(text.match(/<script(?![^>]*\ssrc=)/i)).toBeNull();
  });

  test('names only addresses that are served, and preloads every module', async () => {
    const { text: html } = await get('/');
    const paths = namedIn(html);
    expect(paths).toContain('/page.js');
    expect(paths).toContain('/docs');
    for (const path of paths) {
      const { response, text } = await get(path);
      expect([path, response.status]).toEqual([path, 200]);
      if (path.endsWith('.js')) expect(paths).toEqual(expect.arrayContaining(namedIn(text)));
    }
  });

  test('weighs less than 15 kB compressed', async () => {
    const { text } = await get('/');
    const files = namedIn(text).filter((path) => /\.(js|css|svg)$/.test(path));
    const parts = await Promise.all(['/', ...files].map(async (path) => (await get(path)).text));
    const { gzipSync } = await import('node:zlib');
    const sizes = parts.map((part) => gzipSync(part).length);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(15_000);
  });

  test.each([
    ['/page.css', 'text/css; charset=utf-8'],
    ['/page.js', 'text/javascript; charset=utf-8'],
    ['/hookwell.svg', 'image/svg+xml; charset=utf-8'],
  ])('%s comes as %s', async (path, contentType) => {
    const { response } = await get(path);
    expect(response.headers.get('content-type')).toBe(contentType);
  });

  test('answers HEAD as GET, without the body', async () => {
    const { response: whole } = await get('/');
    const response = await fetch(`${server.url}/`, { method: 'HEAD' });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-length')).toBe(whole.headers.get('content-length'));
    expect(await response.text()).toBe('');
  });
});

describe('caching', () => {
  test.each(['/', '/page.js'])(
    '%s is asked for again, and answered 304 while unchanged',
    async (path) => {
      const { response } = await get(path);
      expect(response.headers.get('cache-control')).toBe('no-cache');
      const etag = response.headers.get('etag') ?? '';
      for (const value of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
        const again = await fetch(`${server.url}${path}`, { headers: { 'if-none-match': value } });
        expect([value, again.status, await again.text()]).toEqual([value, 304, '']);
        expect(again.headers.get('etag')).toBe(etag);
      }
      const changed = await fetch(`${server.url}${path}`, {
        headers: { 'if-none-match': '"other"' },
      });
      expect(changed.status).toBe(200);
    },
  );

  test('gives every file its own validator', async () => {
    const etags = await Promise.all(
      ['/', '/page.js', '/page.css'].map(async (path) =>
        (await get(path)).response.headers.get('etag'),
      ),
    );
    expect(new Set(etags).size).toBe(3);
  });
});

describe('security headers', () => {
  test('of the page allow its own files and nothing else', async () => {
    const { headers } = (await get('/')).response;
    expect(headers.get('content-security-policy')?.split('; ')).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self'",
      `connect-src 'self' ${server.url}`,
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ]);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('same-origin');
    expect(headers.get('permissions-policy')).toContain('camera=()');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(headers.get('strict-transport-security')).toBeNull();
  });

  test('let the page reach receive URLs of another origin', async () => {
    await using apart = await startServer({
      environment: {
        HOOKWELL_BASE_URL: 'https://hookwell.example',
        HOOKWELL_RECEIVE_BASE_URL: 'https://in.hookwell.example',
      },
    });
    const policy = (await fetch(`${apart.url}/`)).headers.get('content-security-policy');
    expect(policy).toContain("connect-src 'self' https://in.hookwell.example;");
  });

  test.each([
    ['GET', '/api/service', 200],
    ['GET', '/api/endpoints', 401],
    ['GET', '/no/such/page', 404],
    ['PUT', '/api/endpoints', 405],
    ['POST', '/api/auth/login', 415],
  ])('are on every answer: %s %s', async (method, path, status) => {
    const body = status === 415 ? { body: 'email=a' } : {};
    const response = await fetch(`${server.url}${path}`, { method, ...body });
    expect(response.status).toBe(status);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  });

  test('are on an answer with a session too', async () => {
    const guest = await startGuest(server);
    const response = await guest.call('GET', '/api/requests');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  });

  test('bind browsers to https where the base URL is https, and only there', async () => {
    await using secure = await startServer({
      environment: { HOOKWELL_BASE_URL: 'https://hookwell.example' },
    });
    for (const path of ['/', '/api/service', '/no/such/page', '/docs']) {
      const { headers } = await fetch(`${secure.url}${path}`);
      expect([path, headers.get('strict-transport-security')]).toEqual([path, 'max-age=31536000']);
    }
    const plain = (await get('/api/service')).response;
    expect(plain.headers.get('strict-transport-security')).toBeNull();
  });

  test('leave out what browsers refuse on plain http', async () => {
    await using local = await startServer({
      environment: { HOOKWELL_BASE_URL: 'http://192.0.2.7:8080' },
    });
    const { headers } = await fetch(`${local.url}/`);
    expect(headers.get('cross-origin-opener-policy')).toBeNull();
  });
});
