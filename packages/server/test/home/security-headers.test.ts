import { describe, expect, test } from 'vitest';
import { forFile } from '../kept-for.ts';
import { exchangeRaw } from '../raw-http.ts';
import { startGuest, startServer } from '../start-server.ts';
import { buildFolder, files } from './build-folder.ts';

const builds = forFile(await buildFolder());
await builds.build('first', files);
const server = forFile(await startServer({ dashboard: builds.folder }));

async function headersOf(path: string): Promise<Headers> {
  return (await fetch(`${server.url}${path}`)).headers;
}

/** The dashboard's scripts, styles and workers, and no other file of its origin. */
function ownFiles(): string {
  const { host } = new URL(server.url);
  return `${host}/assets/ ${host}/theme.js`;
}

const policy = (connectTo: string): string[] => [
  "default-src 'none'",
  `script-src ${ownFiles()}`,
  `style-src ${ownFiles()}`,
  "img-src 'self' blob:",
  `connect-src 'self' ${connectTo}`,
  `worker-src ${ownFiles()}`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
];

describe('of the dashboard', () => {
  // A worker has the policy of its own file, not that of the page.
  test.each(['/', '/endpoints/abc', '/assets/main-1a2B3c_d.js'])(
    '%s: its own files and nothing else',
    async (path) => {
      const headers = await headersOf(path);
      expect(headers.get('content-security-policy')?.split('; ')).toEqual(policy(server.url));
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('same-origin');
      expect(headers.get('permissions-policy')).toContain('camera=()');
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
      expect(headers.get('strict-transport-security')).toBeNull();
    },
  );

  test('the page for sending again may reach any address, and nothing more than that', async () => {
    const headers = await headersOf('/resend?id=17');
    expect(headers.get('content-security-policy')?.split('; ')).toEqual(policy('http: https:'));
    expect(headers.get('referrer-policy')).toBe('same-origin');
  });

  test('code comes from no other file of the origin, whatever its host is called', async () => {
    await using other = await startServer({
      dashboard: builds.folder,
      environment: { HOOKWELL_BASE_URL: 'https://hookwell.example' },
    });
    const sourcesAt = async (host: string) => {
      const request = `GET /docs HTTP/1.1\r\nHost: ${host}\r\n\r\n`;
      const value = (await exchangeRaw(other.url, request)).headers.get('content-security-policy');
      return /script-src ([^;]*);/.exec(value ?? '')?.[1];
    };
    const ofBase = 'hookwell.example:*/docs/';
    expect(await sourcesAt('localhost:8080')).toBe(`localhost:8080/docs/ ${ofBase}`);
    expect(await sourcesAt('hooks.internal')).toBe(`hooks.internal:*/docs/ ${ofBase}`);
    expect(await sourcesAt('hookwell.example')).toBe(ofBase);
    // A policy has no form for these.
    expect(await sourcesAt('[::1]:8080')).toBe(`'self' ${ofBase}`);
    expect(await sourcesAt("a';script-src%20*")).toBe(`'self' ${ofBase}`);
  });

  test('the page may reach receive URLs of another origin', async () => {
    await using apart = await startServer({
      dashboard: builds.folder,
      environment: {
        HOOKWELL_BASE_URL: 'https://hookwell.example',
        HOOKWELL_RECEIVE_BASE_URL: 'https://in.hookwell.example',
      },
    });
    const value = (await fetch(`${apart.url}/`)).headers.get('content-security-policy');
    expect(value).toContain("connect-src 'self' https://in.hookwell.example;");
  });

  test('no window that opens one keeps a hold on it; plain http knows no such thing', async () => {
    await using secure = await startServer({
      dashboard: builds.folder,
      environment: { HOOKWELL_BASE_URL: 'https://hookwell.example' },
    });
    const { headers } = await fetch(`${secure.url}/`);
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect((await headersOf('/')).get('cross-origin-opener-policy')).toBeNull();
  });
});

describe('of every answer', () => {
  test.each([
    ['GET', '/api/service', 200],
    ['GET', '/api/endpoints', 401],
    ['GET', '/no/such/page', 404],
    ['PUT', '/api/endpoints', 405],
    ['POST', '/api/auth/login', 415],
  ])('%s %s', async (method, path, status) => {
    const body = status === 415 ? { body: 'email=a' } : {};
    const response = await fetch(`${server.url}${path}`, { method, ...body });
    expect(response.status).toBe(status);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  });

  test('with a session too', async () => {
    const guest = await startGuest(server);
    const response = await guest.call('GET', '/api/requests');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  });

  test('bind browsers to https if the base URL is https, and only then', async () => {
    await using secure = await startServer({
      dashboard: builds.folder,
      environment: { HOOKWELL_BASE_URL: 'https://hookwell.example' },
    });
    for (const path of ['/', '/api/service', '/no/such/page', '/docs']) {
      const { headers } = await fetch(`${secure.url}${path}`);
      expect([path, headers.get('strict-transport-security')]).toEqual([path, 'max-age=31536000']);
    }
    expect((await headersOf('/api/service')).get('strict-transport-security')).toBeNull();
  });
});
