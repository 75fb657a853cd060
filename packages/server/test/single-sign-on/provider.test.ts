import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';
import { beforeEach, expect, test, vi } from 'vitest';
import { forTest } from '../kept-for.ts';
import { send, startGuest, startServer } from '../start-server.ts';
import { Browser } from './browser.ts';
import { clientId, clientSecret } from './lying-provider.ts';

beforeEach(() => {
  // It says at length that it is set up for a test.
  for (const method of ['info', 'warn'] as const) vi.spyOn(console, method).mockReturnValue();
});

/** A certified provider on loopback, with the account `ada` alone, that asks with its own pages for log-in and consent. */
async function startProvider(redirectUri: () => string) {
  const web = createServer();
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
  // It listens at a port.
  const issuer = `http://127.0.0.1:${(web.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUri()] }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    findAccount: (_: unknown, sub: string) => ({
      accountId: sub,
      claims: () => ({ sub, email: `${sub}@example.com`, email_verified: true }),
    }),
    cookies: { keys: ['a key of a test'] },
    pkce: { required: () => true },
  });
  web.on('request', provider.callback());
  return {
    issuer,
    [Symbol.asyncDispose]: async () => {
      web.closeAllConnections();
      await new Promise((resolve) => web.close(resolve));
    },
  };
}

/** Logs in as Ada at the provider's pages, and consents; gives where it leads back to. */
async function logInAt(address: URL): Promise<URL> {
  const there = new Browser({ url: address.origin });
  let next = address;
  for (let steps = 0; steps < 10; steps += 1) {
    const response = await there.get(`${next.pathname}${next.search}`);
    const location = response.headers.get('location');
    if (location !== null) {
      next = new URL(location, next);
      if (next.origin !== address.origin) return next;
      continue;
    }
    const page = await response.text();
    const [, action = ''] = /<form[^>]* action="([^"]+)"/.exec(page) ?? [];
    const form = page.includes('name="login"')
      ? { prompt: 'login', login: 'ada', password: 'any' }
      : { prompt: 'consent' };
    next = new URL(await there.post(action, form), next);
  }
  throw new Error('The provider leads nowhere');
}

test('a guest logs in at a real provider, and the code counts once', async () => {
  // The provider has to know the address of the service, and the service that of the provider.
  const base = 'http://127.0.0.1:1';
  const provider = forTest(await startProvider(() => `${base}/api/auth/oidc/callback`));
  const server = forTest(
    await startServer({
      environment: {
        HOOKWELL_BASE_URL: base,
        HOOKWELL_OIDC_ISSUER: provider.issuer,
        HOOKWELL_OIDC_CLIENT_ID: clientId,
        HOOKWELL_OIDC_CLIENT_SECRET: clientSecret,
        HOOKWELL_OIDC_ALLOW: 'example.com',
        HOOKWELL_PASSWORD_LOGIN: 'off',
      },
    }),
  );
  const guest = await startGuest(server);
  const token = await guest.endpoint();
  await send(server, token, { method: 'POST', body: 'before' });

  const browser = new Browser(server, guest);
  const back = await logInAt(await browser.begin('?next=/e'));
  expect(await browser.goBack(back)).toBe('/e');
  const { visitor } = browser;
  expect(await visitor.ask(200, 'GET', '/api/auth/me')).toMatchObject({
    ...{ email: 'ada@example.com', isGuest: false },
  });
  expect(await visitor.ask(200, 'GET', '/api/endpoints')).toMatchObject([{ token }]);
  expect(await visitor.ask(200, 'GET', '/api/requests')).toMatchObject([
    { body: { raw: 'before' } },
  ]);

  // The same code under another attempt.
  const other = await browser.begin();
  back.searchParams.set('state', other.searchParams.get('state') ?? '');
  expect(await browser.goBack(back)).toBe('/login?problem=late&next=%2F');
  await visitor.ask(200, 'GET', '/api/auth/me');
});

test('who gives up at the provider comes back as they were', async () => {
  const base = 'http://127.0.0.1:1';
  const provider = forTest(await startProvider(() => `${base}/api/auth/oidc/callback`));
  const server = forTest(
    await startServer({
      environment: {
        HOOKWELL_BASE_URL: base,
        HOOKWELL_OIDC_ISSUER: provider.issuer,
        HOOKWELL_OIDC_CLIENT_ID: clientId,
        HOOKWELL_OIDC_CLIENT_SECRET: 'a wrong secret',
      },
    }),
  );
  const browser = new Browser(server);
  const address = await browser.begin();
  // It asks for no page, so the provider refuses.
  address.searchParams.set('prompt', 'none');
  const back = await logInAt(address);
  expect(await browser.goBack(back)).toBe('/login?problem=refused&next=%2F');
  // With the wrong secret no code helps.
  expect(await browser.goBack(await logInAt(await browser.begin()))).toMatch('problem=away');
});
