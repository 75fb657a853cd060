import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { nextPath } from '../../src/single-sign-on/attempt.ts';
import { forFile, forTest } from '../kept-for.ts';
import { startGuest, startServer } from '../start-server.ts';
import { Browser } from './browser.ts';
import { LyingProvider } from './lying-provider.ts';

const ada = { sub: 'ada', email: 'ada@example.com', email_verified: true };
const provider = forFile(await LyingProvider.start());
const time = { now: Date.now() };
const server = forFile(
  await startServer({ environment: provider.environment, clock: () => time.now }),
);

test.each([
  ['/', '/'],
  ['/e/abc?x=1#y', '/e/abc?x=1#y'],
  ['/login?next=%2Fe%2Fabc', '/login?next=%2Fe%2Fabc'],
  ['/t/7/é', '/t/7/%C3%A9'],
  ['/a/../b', '/b'],
  ['/?next=//evil.example', '/?next=//evil.example'],
])('%j is a path of ours', (text, path) => {
  expect(nextPath(text)).toBe(path);
});

test.each([
  ...['', 'e', '//evil.example', '/\\evil.example', '\\/evil.example', 'https://evil.example'],
  ...['/\t/evil.example', '/\n/evil.example', ' //evil.example', '/a\u0000', '/a\u0085b'],
  ...['/.//evil.example', '/a/..//evil.example', '/%2e//evil.example', 'javascript:alert(1)'],
  ...['/wh/k3v9x0q2m7c5t1b8z4w6n0d2fa', '/a/../wh/a', '/WH/a', '/api/auth/me', '/api'],
  ...[`/${'a'.repeat(1000)}`, `/${'é'.repeat(500)}`],
])('%j leads to the beginning', (text) => {
  expect(nextPath(text)).toBe('/');
});

test('the address of the provider has all that protects the log-in', async () => {
  const browser = new Browser(server);
  const { origin, pathname, searchParams } = await browser.begin('?next=//evil.example');
  expect(`${origin}${pathname}`).toBe(`${provider.issuer}/authorize`);
  expect(Object.fromEntries(searchParams)).toEqual({
    ...{ client_id: 'hookwell', response_type: 'code', scope: 'openid email' },
    redirect_uri: `${server.url}/api/auth/oidc/callback`,
    state: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: 'S256',
  });
  expect(await browser.goBack(provider.leadBack(await browser.begin(), ada))).toBe('/');
});

test('the cookie of an attempt is out of reach, and one for each', async () => {
  const response = await new Browser(server).get('/api/auth/oidc');
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(response.headers.getSetCookie()).toEqual([
    expect.stringMatching(
      /^hookwell_sign_on_[\w-]{43}=[\w.-]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/,
    ),
  ]);
  const { environment } = provider;
  const base = 'https://hooks.example.org';
  const secure = forTest(
    await startServer({ environment: { ...environment, HOOKWELL_BASE_URL: base } }),
  );
  const browser = new Browser(secure);
  const to = await browser.begin();
  expect(to.searchParams.get('redirect_uri')).toBe(`${base}/api/auth/oidc/callback`);
  expect(browser.attempts).toEqual([expect.stringMatching(/^__Host-hookwell_sign_on_/)]);
  expect(await browser.goBack(provider.leadBack(to, ada))).toBe('/');
  expect([...browser.cookies.keys()]).toEqual(['__Host-hookwell_session']);
});

test('two tabs log in at once; of many the oldest attempts go', async () => {
  const browser = new Browser(server);
  const first = await browser.begin('?next=/one');
  time.now += 1;
  const second = await browser.begin('?next=/two');
  expect(await browser.goBack(provider.leadBack(second, ada))).toBe('/two');
  expect(await browser.goBack(provider.leadBack(first, ada))).toBe('/one');
  const oldest = await browser.begin();
  for (let i = 0; i < 5; i += 1) {
    time.now += 1;
    await browser.begin();
  }
  expect(browser.attempts).toHaveLength(4);
  expect(await browser.goBack(provider.leadBack(oldest, ada))).toMatch('problem=late');
});

test('a way back counts in its own browser, once, for ten minutes', async () => {
  const browser = new Browser(server);
  const back = provider.leadBack(await browser.begin('?next=/e'), ada);
  const copy = new Browser(server);
  for (const [name, value] of browser.cookies) copy.cookies.set(name, value);

  const late = '/login?problem=late&next=%2F';
  expect(await new Browser(server).goBack(back)).toBe(late);
  expect(await browser.goBack(back)).toBe('/e');
  expect(await browser.goBack(back)).toBe(late);
  // Not even for who kept the cookie, from a provider that takes a code twice.
  const asked = provider.asked.length;
  expect(await copy.goBack(back)).toBe('/login?problem=late&next=%2Fe');
  expect(provider.asked).toHaveLength(asked);

  const slow = new Browser(server);
  const later = provider.leadBack(await slow.begin(), ada);
  time.now += 10 * 60_000;
  expect(await slow.goBack(later)).toBe(late);
});

test.each([
  ['another state', (back: URL) => back.searchParams.set('state', 'a'.repeat(43)), 'late'],
  ['no state', (back: URL) => back.searchParams.delete('state'), 'late'],
  ['a second state', (back: URL) => back.searchParams.append('state', 'b'), 'away'],
  ['another issuer', (back: URL) => back.searchParams.set('iss', 'https://evil.example'), 'away'],
  ['no code', (back: URL) => back.searchParams.delete('code'), 'away'],
  ['a second code', (back: URL) => back.searchParams.append('code', 'b'), 'away'],
  ['an answer in a token', (back: URL) => back.searchParams.set('response', 'a.b.c'), 'away'],
  ['an error', (back: URL) => back.searchParams.set('error', 'access_denied'), 'refused'],
])('a way back with %s', async (_, change, problem) => {
  const guest = await startGuest(server);
  const browser = new Browser(server, guest);
  const back = provider.leadBack(await browser.begin(), ada);
  change(back);
  expect(await browser.goBack(back)).toBe(`/login?problem=${problem}&next=%2F`);
  await guest.ask(200, 'GET', '/api/auth/me');
});

test('the right issuer in the way back is fine, and it must be there where the provider says so', async () => {
  const own = forTest(await LyingProvider.start());
  own.document.authorization_response_iss_parameter_supported = true;
  const { environment } = own;
  const browser = new Browser(forTest(await startServer({ environment })));
  expect(await browser.logIn(own, ada)).toMatch('problem=away');
  const back = own.leadBack(await browser.begin(), ada);
  back.searchParams.set('iss', own.issuer);
  expect(await browser.goBack(back)).toBe('/');
});

test('no other site begins a log-in: its links lead to the page', async () => {
  const browser = new Browser(server);
  for (const site of ['cross-site', 'same-site']) {
    const response = await browser.get('/api/auth/oidc?next=/e', { 'sec-fetch-site': site });
    expect(response.headers.get('location')).toBe('/login?next=%2Fe');
  }
  expect(browser.attempts).toEqual([]);
  // The way back comes from another site.
  const back = provider.leadBack(await browser.begin(), ada);
  const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };
  const response = await browser.get(`${back.pathname}${back.search}`, headers);
  expect(response.headers.get('location')).toBe('/');
});

test('log-ins of an address are counted', async () => {
  const { environment } = provider;
  const limited = forTest(
    await startServer({ environment: { ...environment, HOOKWELL_AUTH_RATE_LIMIT: '2' } }),
  );
  const ends: string[] = [];
  for (let i = 0; i < 3; i += 1) ends.push(await new Browser(limited).logIn(provider, ada));
  expect(ends).toEqual(['/', '/', '/login?problem=too-many&next=%2F']);
});

test('without an identity provider there are no such routes', async () => {
  const plain = forTest(await startServer());
  for (const path of ['/api/auth/oidc', '/api/auth/oidc/callback?state=a']) {
    const response = await new Browser(plain).get(path);
    expect([response.status, await response.text()]).toEqual([404, '{"error":"Not found"}']);
  }
});

test('one file of the server sends requests', () => {
  const source = join(import.meta.dirname, '../../src');
  const sends = globSync('**/*.ts', { cwd: source }).filter((file) => {
    const text = readFileSync(join(source, file), 'utf8');
    return /\bfetch\(|from '(?:undici|node:https|node:http2)'|^import \{[^}]*\b(?:request|get)\b[^}]*\} from 'node:http'/m.test(
      text,
    );
  });
  expect(sends).toEqual([join('single-sign-on', 'provider.ts')]);
});
