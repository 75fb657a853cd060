import { describe, expect, test } from 'vitest';
import { forFile } from '../kept-for.ts';
import { exchangeRaw } from '../raw-http.ts';
import { startGuest, startServer } from '../start-server.ts';
import { buildFolder, files } from './build-folder.ts';

const builds = forFile(await buildFolder());
const code = (attributes: string) => `<script ${attributes}></script>`;
const nonceInBuild = code('nonce="NONCE-OF-THIS-RESPONSE"');
const documents = ['index.html', 'resend.html', 'docs/installing.html'];
await builds.build('first', {
  ...files,
  ...Object.fromEntries(documents.map((name) => [name, nonceInBuild.repeat(2)])),
});
const server = forFile(await startServer({ dashboard: builds.folder }));

async function headersOf(path: string): Promise<Headers> {
  return (await fetch(`${server.url}${path}`)).headers;
}

const policy = (connectTo: string, own: string, workers = "'none'"): string[] => [
  "default-src 'none'",
  `script-src ${own}`,
  `style-src ${own}`,
  "img-src 'self' blob:",
  `connect-src 'self' ${connectTo}`,
  `worker-src ${workers}`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
];

describe('of the dashboard', () => {
  test.each([
    ['/', server.url],
    ['/endpoints/abc', server.url],
    ['/docs/installing', server.url],
    // The page for sending again may reach any address, and nothing more than that.
    ['/resend?id=17', 'http: https:'],
  ])('%s: the code with the nonce of this response and nothing else', async (path, connectTo) => {
    const nonces = new Set<string>();
    const ofBase = `${new URL(server.url).host}/assets/`;
    // Below a receive URL anybody may have a script served, and a worker has no nonce.
    for (const [host, workers] of [
      ['localhost', `localhost:*/assets/ ${ofBase}`],
      ["a';script-src%20*", `'self' ${ofBase}`],
    ] as const) {
      const request = `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`;
      const { headers, body } = await exchangeRaw(server.url, request);
      const [nonce = ''] =
        /(?<='nonce-)[\w-]{22}(?=')/.exec(headers.get('content-security-policy') ?? '') ?? [];
      nonces.add(nonce);
      expect(headers.get('content-security-policy')?.split('; ')).toEqual(
        policy(connectTo, `'nonce-${nonce}'`, workers),
      );
      expect(body).toBe(code(`nonce="${nonce}"`).repeat(2));
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('same-origin');
      expect(headers.get('permissions-policy')).toContain('camera=()');
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
      expect(headers.get('strict-transport-security')).toBeUndefined();
    }
    expect(nonces.size).toBe(2);
  });

  // A worker has the policy of its own file, not that of the page.
  test('a worker has no nonce: it may load files of this origin', async () => {
    const headers = await headersOf('/assets/main-1a2B3c_d.js');
    expect(headers.get('content-security-policy')?.split('; ')).toEqual(
      policy(server.url, "'self'"),
    );
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
