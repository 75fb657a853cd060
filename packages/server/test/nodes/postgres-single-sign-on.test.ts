import { expect, test } from 'vitest';
import { forTest } from '../kept-for.ts';
import { Browser } from '../single-sign-on/browser.ts';
import { LyingProvider } from '../single-sign-on/lying-provider.ts';
import { password, startAccount, Visitor } from '../start-server.ts';
import { at, startNodes } from './start-nodes.ts';

const base = 'http://127.0.0.1:1';

async function start() {
  const provider = forTest(await LyingProvider.start());
  const environment = { ...provider.environment, HOOKWELL_BASE_URL: base };
  const { nodes } = forTest(await startNodes({ environment }));
  return { provider, nodes };
}

test('a log-in that one node began ends on another, once on all of them', async () => {
  const { provider, nodes } = await start();
  const [a, b, c] = nodes;
  const claims = { sub: 'ada', email: 'ada@example.com', email_verified: true };
  const browser = new Browser(a);
  const back = provider.leadBack(await browser.begin(), claims);
  const [there, elsewhere] = [new Browser(b), new Browser(c)];
  for (const copy of [there, elsewhere]) {
    for (const [name, value] of browser.cookies) copy.cookies.set(name, value);
  }
  const ends = await Promise.all([there.goBack(back), elsewhere.goBack(back)]);
  expect(ends.sort()).toEqual(['/', '/login?problem=late&next=%2F']);
});

test('two first log-ins on two nodes make one account, which no node opens to who had it', async () => {
  const { provider, nodes } = await start();
  const [a, b, c] = nodes;
  const owner = await startAccount(a);
  const { email } = await owner.ask(200, 'GET', '/api/auth/me');
  for (const subject of [undefined, email]) {
    const claims = subject ? { sub: subject, email, email_verified: true } : { sub: 'new' };
    const browsers = [new Browser(b), new Browser(c)];
    const ends = await Promise.all(browsers.map((browser) => browser.logIn(provider, claims)));
    expect(ends).toEqual(['/', '/']);
    const principals = await Promise.all(
      browsers.map(({ visitor }) => at(a, visitor).ask(200, 'GET', '/api/auth/me')),
    );
    expect(principals[0]).toEqual(principals[1]);
  }
  await at(b, owner).ask(401, 'GET', '/api/auth/me');
  await new Visitor(c).ask(401, 'POST', '/api/auth/login', { email, password });
});
