import { expect, onTestFinished, test, vi } from 'vitest';
import { forFile, forTest } from '../kept-for.ts';
import { startGuest, startServer } from '../start-server.ts';
import { Browser } from './browser.ts';
import { clientId, clientSecret, LyingProvider, newKey, sendJson } from './lying-provider.ts';

/*
 * A provider that lies. Nobody gets in, the page learns no more than a
 * problem, and the guest stays who it was.
 */

const ada = { sub: 'ada', email: 'ada@example.com', email_verified: true };

const sharedLiar = forFile(await LyingProvider.start());
const sharedServer = forFile(await startServer({ environment: sharedLiar.environment }));

/** A server for all lies that it does not remember: not those of discovery and keys. */
async function shareWith(lie: (provider: LyingProvider) => void) {
  Object.assign(sharedLiar, { changed: (claims: object) => claims, instead: {} });
  lie(sharedLiar);
  sharedServer.logLines.length = 0;
  const guest = await startGuest(sharedServer);
  const browser = new Browser(sharedServer, guest);
  return { provider: sharedLiar, server: sharedServer, guest, browser };
}

async function startWith(lie: (provider: LyingProvider) => void) {
  const provider = forTest(await LyingProvider.start());
  lie(provider);
  const server = forTest(await startServer({ environment: provider.environment }));
  const guest = await startGuest(server);
  return { provider, server, guest, browser: new Browser(server, guest) };
}

const seconds = () => Math.floor(Date.now() / 1000);
const changed = (members: object) => (provider: LyingProvider) => {
  provider.changed = (claims) => ({ ...claims, ...members });
};
const without = (name: string) => (provider: LyingProvider) => {
  provider.changed = (claims) =>
    Object.fromEntries(Object.entries(claims).filter(([member]) => member !== name));
};
const answering =
  (path: string, text: string, status = 200) =>
  (provider: LyingProvider) => {
    provider.instead[path] = (_, response) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(text);
  };

test.each<[string, (provider: LyingProvider) => void]>([
  ['another nonce', changed({ nonce: 'another' })],
  ['no nonce', without('nonce')],
  ['another audience', changed({ aud: 'another client' })],
  ['many audiences and another party', changed({ aud: ['hookwell', 'b'], azp: 'b' })],
  ['our audience and another party', changed({ azp: 'b' })],
  ['another issuer', changed({ iss: 'https://evil.example' })],
  ['no issuer', without('iss')],
  ['a time that is over', changed({ exp: seconds() - 60 })],
  ['no end', without('exp')],
  ['a time that is to come', changed({ nbf: seconds() + 600 })],
  ['no subject', without('sub')],
  ['an empty subject', changed({ sub: '' })],
  ['a number as a subject', changed({ sub: 7 })],
  ['a subject that is too long', changed({ sub: 'a'.repeat(256) })],
  ['a subject with a NUL', changed({ sub: 'a\0' })],
])('an ID token with %s', async (_, lie) => {
  const { server, guest, browser, provider } = await shareWith(lie);
  expect(await browser.logIn(provider, ada)).toBe('/login?problem=away&next=%2F');
  await guest.ask(200, 'GET', '/api/auth/me');
  expect(await server.store.db.selectFrom('identity').selectAll().execute()).toEqual([]);
  const refused = server.logLines.filter((line) => line.includes('single sign-on failed'));
  expect(refused).toHaveLength(1);
  expect(refused[0]).toMatch(/the provider failed|has no subject/);
  expect(refused[0]).not.toMatch(/access token|eyJ|the secret of the client/);
});

test.each<[string, (provider: LyingProvider) => void]>([
  ['none', (provider) => (provider.signed = (claims) => provider.unsigned(claims))],
  ['HS256', (provider) => (provider.signed = (claims) => provider.signedBySecret(claims))],
  [
    'a key that it does not show',
    (provider) => (provider.signed = (claims) => provider.signedBy(newKey('unknown'), claims)),
  ],
  [
    'another key of the same name',
    (provider) => (provider.signed = (claims) => provider.signedBy(newKey('first'), claims)),
  ],
  ['a key, and no keys at all', (provider) => (provider.shown = [])],
  [
    'a damaged signature',
    (provider) => {
      provider.signed = (claims) =>
        `${provider.signedBy(provider.key, claims).slice(0, -8)}AAAAAAAA`;
    },
  ],
  ['nothing: it is no token', (provider) => (provider.signed = () => 'a.b.c')],
])('an ID token that is signed by %s', async (_, lie) => {
  const { guest, browser, provider } = await startWith(lie);
  expect(await browser.logIn(provider, ada)).toBe('/login?problem=away&next=%2F');
  await guest.ask(200, 'GET', '/api/auth/me');
});

test.each<[string, (provider: LyingProvider) => void]>([
  ['another issuer', ({ document }) => (document.issuer = 'https://evil.example')],
  ['no issuer', ({ document }) => (document.issuer = undefined)],
  ['a page for its authorization', ({ document }) => (document.authorization_endpoint = '/a')],
  [
    'a script for its authorization',
    ({ document }) => (document.authorization_endpoint = 'javascript:alert(1)'),
  ],
  [
    'http elsewhere for its authorization',
    ({ document }) => (document.authorization_endpoint = 'http://10.0.0.1/authorize'),
  ],
  ['no authorization', ({ document }) => (document.authorization_endpoint = undefined)],
])('a discovery document that names %s', async (_, lie) => {
  const { browser } = await startWith(lie);
  const end = await browser.begin();
  expect(`${end.pathname}${end.search}`).toBe('/login?problem=away&next=%2F');
  expect(browser.attempts).toEqual([]);
});

test('a provider whose discovery fails is not asked by each log-in', async () => {
  const { browser, provider } = await startWith(answering('/.well-known/openid-configuration', ''));
  for (let i = 0; i < 3; i += 1) await browser.begin();
  expect(provider.asked).toEqual(['/.well-known/openid-configuration']);
});

test.each(['token_endpoint', 'jwks_uri'])('no request goes to http elsewhere: %s', async (name) => {
  const { browser, provider } = await startWith(({ document }) => {
    document[name] = 'http://10.0.0.1/';
  });
  expect(await browser.logIn(provider, ada)).toBe('/login?problem=away&next=%2F');
});

const endless = (provider: LyingProvider, path: string) => {
  provider.instead[path] = (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const more = () => {
      while (!response.destroyed && response.write('x'.repeat(65_536)));
      if (!response.destroyed) response.once('drain', more);
    };
    more();
  };
};

test.each<[string, (provider: LyingProvider) => void]>([
  ['a list', answering('/token', '[]')],
  ['no JSON', answering('/token', '<html>')],
  ['deep JSON', answering('/token', '['.repeat(200_000))],
  ['nothing', answering('/token', '')],
  ['an error', answering('/token', '{}', 500)],
  ['no ID token', answering('/token', '{"access_token":"a","token_type":"Bearer"}')],
  [
    'a redirect',
    (provider) => {
      provider.instead['/token'] = (_, response) =>
        response.writeHead(307, { location: '/elsewhere' }).end();
    },
  ],
  [
    'a closed connection',
    (provider) => {
      provider.instead['/token'] = (_, response) => response.destroy();
    },
  ],
])('%s for a code', async (_, lie) => {
  const { browser, provider } = await shareWith(lie);
  expect(await browser.logIn(provider, ada)).toBe('/login?problem=away&next=%2F');
  expect(provider.asked).not.toContain('/elsewhere');
});

test.each(['/.well-known/openid-configuration', '/token', '/keys'])(
  'an endless answer of %s is read up to a bound',
  async (path) => {
    const { browser, provider, server } = await startWith((liar) => endless(liar, path));
    const end = await browser.begin();
    if (end.pathname === '/authorize') await browser.goBack(provider.leadBack(end, ada));
    expect(server.logLines.join('')).toContain('An answer has over 262144 bytes');
  },
);

test.each(['client_secret_basic', 'client_secret_post'])(
  'a provider that repeats what it was sent puts none of it into the log: %s',
  async (method) => {
    const { browser, provider, server } = await startWith((liar) => {
      liar.document.token_endpoint_auth_methods_supported = [method];
      liar.instead['/token'] = async (request, response) => {
        const form = Buffer.concat(await request.toArray()).toString();
        const decoded = [...new URLSearchParams(form)].flat().join(' ');
        const [, basic = ''] = (request.headers.authorization ?? '').split(' ');
        const error_description = [basic, decoded, form].join(' ');
        sendJson(response, { error: 'invalid_request', error_description }, 400);
      };
    });
    const back = provider.leadBack(await browser.begin(), { sub: 'a' });
    const cookie = browser.cookies.get(browser.attempts[0] ?? '') ?? '';
    expect(await browser.goBack(back)).toMatch('problem=away');
    const log = server.logLines.join('');
    expect(log).toContain('the provider answered invalid_request (');
    const [, , verifier = ''] = cookie.split('.');
    const code = back.searchParams.get('code') ?? '';
    for (const secret of [code, verifier, clientSecret, btoa(`${clientId}:`).slice(0, 10)]) {
      expect(secret).not.toBe('');
      expect(log).not.toContain(secret.slice(0, 16));
    }
  },
);

test('a code that counts no more', async () => {
  const { browser, provider } = await shareWith(
    answering('/token', '{"error":"invalid_grant","error_description":"it was used"}', 400),
  );
  expect(await browser.logIn(provider, ada)).toBe('/login?problem=late&next=%2F');
});

test('silence and slow bytes end after a while, all others go on meanwhile', async () => {
  const { browser, provider, guest, server } = await startWith(({ instead }) => {
    instead['/token'] = () => {};
  });
  const second = new Browser(server, guest);
  const [back, secondBack] = [
    provider.leadBack(await browser.begin(), ada),
    provider.leadBack(await second.begin(), ada),
  ];
  // The waits are those of the service, but shorter.
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  const spy = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => timeout(300));
  onTestFinished(() => spy.mockRestore());
  const slow = browser.goBack(back);
  await expect.poll(() => provider.asked.filter((path) => path === '/token')).toHaveLength(1);
  provider.instead['/token'] = (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const timer = setInterval(() => response.write(' '), 100);
    response.once('close', () => clearInterval(timer));
  };
  const slower = second.goBack(secondBack);
  await guest.ask(200, 'GET', '/api/auth/me');
  expect(await slow).toBe('/login?problem=away&next=%2F');
  expect(await slower).toBe('/login?problem=away&next=%2F');
});

test('a provider that is away harms nothing but log-ins, and nothing waits at the start', async () => {
  const provider = await LyingProvider.start();
  const { environment } = provider;
  await provider[Symbol.asyncDispose]();
  const server = forTest(await startServer({ environment }));
  const guest = await startGuest(server);
  const browser = new Browser(server, guest);
  const end = await browser.begin('?next=/e/1');
  expect(`${end.pathname}${end.search}`).toBe('/login?problem=away&next=%2Fe%2F1');
  await guest.ask(200, 'GET', '/api/auth/me');
});

test('discovery and keys are kept, and read anew in time', async () => {
  const provider = forTest(await LyingProvider.start());
  const time = { now: Date.now() };
  const { environment } = provider;
  const server = forTest(await startServer({ environment, clock: () => time.now }));
  const asked = async () => {
    provider.asked = [];
    expect(await new Browser(server).logIn(provider, ada)).toBe('/');
    return provider.asked.filter((path) => path !== '/token');
  };
  const discovery = '/.well-known/openid-configuration';
  expect(await asked()).toEqual([discovery, '/keys']);
  expect(await asked()).toEqual([]);
  time.now += 10 * 60_000;
  expect(await asked()).toEqual([discovery, '/keys']);

  // New keys: they are asked for once those of before are a minute old.
  provider.key = newKey('second');
  provider.shown = [provider.key];
  const minuteLater = Date.now() + 61_000;
  vi.useFakeTimers({ now: minuteLater, toFake: ['Date'] });
  try {
    expect(await asked()).toEqual(['/keys']);
  } finally {
    vi.useRealTimers();
  }
});

const shared = forFile(await LyingProvider.start());

test('userinfo says what a strict ID token leaves out', async () => {
  const server = forTest(await startServer({ environment: shared.environment }));
  shared.document.userinfo_endpoint = `${shared.issuer}/userinfo`;
  shared.userinfo = ada;
  const browser = new Browser(server);
  expect(await browser.logIn(shared, { sub: 'ada' })).toBe('/');
  expect((await browser.visitor.ask(200, 'GET', '/api/auth/me')).email).toBe(ada.email);
  // Of somebody else, or with the word that the token's email is verified, it is not believed.
  expect(await new Browser(server).logIn(shared, { sub: 'bob' })).toMatch('problem=away');
  const other = new Browser(server);
  await other.logIn(shared, { sub: 'eve', email: 'ada@example.com' });
  expect(await other.visitor.ask(200, 'GET', '/api/auth/me')).not.toHaveProperty('email');
});

test('a secret is sent in the body where the provider takes it there alone', async () => {
  const server = forTest(await startServer({ environment: shared.environment }));
  shared.document.token_endpoint_auth_methods_supported = ['client_secret_post'];
  expect(await new Browser(server).logIn(shared, ada)).toBe('/');
  expect(shared.exchanged.at(-1)?.has('client_secret')).toBe(true);
  shared.instead['/token'] = (_, response) => sendJson(response, { error: 'server_error' }, 500);
  expect(await new Browser(server).logIn(shared, ada)).toMatch('problem=away');
});
