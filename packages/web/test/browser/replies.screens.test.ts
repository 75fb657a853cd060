import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { startGuest } from '../../../server/test/start-server.ts';
import { as } from './dashboard-page.ts';
import { test as base } from './fixture.ts';

/* An answer that a guest chose has the origin of the dashboard, and must never act there. */

const test = base
  .extend('guest', { scope: 'file' }, ({ server }) => startGuest(server))
  .extend('token', { scope: 'file' }, async ({ guest }) => {
    const token = await guest.endpoint();
    const page = `<!doctype html><title>untouched</title><body><script>
      document.title = 'a script ran';
      fetch('/api/endpoints').then(() => { document.title = 'the API answered'; });
    </script><form action="/api/auth/logout" method="post"><button>Send</button></form>`;
    const script = `globalThis.foreign = true; self.onconnect = ({ ports }) => ports[0].postMessage('started');`;
    const html = { 'content-type': 'text/html; charset=utf-8' };
    const javascript = { 'content-type': 'text/javascript' };
    await guest.ask(200, 'PUT', `/api/endpoints/${token}/settings`, {
      replies: [
        { when: 'path:/page', headers: html, body: page },
        { headers: javascript, body: script },
      ],
    });
    return token;
  });

/** The page may complain about what is tried here, and about nothing else. */
const allowed = {
  complaints: [/sandbox|opaque|policy|localStorage|refuse|violates|CORS|Failed to load/i],
};

test('a page below a receive URL runs no script, and has neither storage nor session of the dashboard', async ({
  visit,
  guest,
  token,
}) => {
  const page = await visit('/', { prepare: as(guest), allowed });
  await page.evaluate(() => localStorage.setItem('secret', 'mine'));
  await page.goto(new URL(`/wh/${token}/page`, page.url()).href);
  try {
    await expectSandbox(page);
    // A form would not need to read the answer.
    await page.getByRole('button', { name: 'Send' }).click();
    expect(page.url()).toContain('/page');
    await guest.ask(200, 'GET', '/api/endpoints');
  } finally {
    // The end of a test waits for its page, which would take for ever there.
    await page.goto('about:blank');
  }
});

async function expectSandbox(page: Page): Promise<void> {
  expect(await page.title()).toBe('untouched');
  // A debugger may run code there, which shows what a script could reach if it ran.
  // If scripts are off, nothing that takes time ever ends, so the call is a synchronous one.
  const reached = await page.evaluate(() => {
    const trying = (act: () => unknown): string => {
      try {
        return String(act());
      } catch (error) {
        return error instanceof Error ? error.name : 'failed';
      }
    };
    return {
      origin: self.origin,
      storage: trying(() => localStorage.getItem('secret')),
      cookies: trying(() => document.cookie),
      session: trying(() => {
        const call = new XMLHttpRequest();
        call.open('GET', '/api/endpoints', false);
        call.withCredentials = true;
        call.send();
        return call.responseText;
      }),
    };
  });
  expect(reached).toEqual({
    origin: 'null',
    storage: 'SecurityError',
    cookies: 'SecurityError',
    session: 'NetworkError',
  });
}

/** The outcome of loading a script at that address on a page. */
async function loading(page: Page, address: string) {
  return await page.evaluate(async (src) => {
    const ofType = (type: string): Promise<string> => {
      const script = document.createElement('script');
      Object.assign(script, { src, type });
      document.head.append(script);
      return new Promise((resolve) => {
        script.onload = () => resolve('loaded');
        script.onerror = () => resolve('refused');
      });
    };
    const worker = await navigator.serviceWorker.register(src).then(
      () => 'registered',
      () => 'refused',
    );
    const shared = await new Promise<string>((resolve) => {
      const address = `${src}?shared`;
      // Chromium tells of the policy in any case, but now and then forgets the error of the worker.
      document.addEventListener('securitypolicyviolation', ({ blockedURI }) => {
        if (blockedURI.endsWith(address)) resolve('refused');
      });
      try {
        const started = new SharedWorker(address);
        started.onerror = () => resolve('refused');
        started.port.onmessage = () => resolve('started');
      } catch {
        resolve('refused');
      }
    });
    const [script, module] = await Promise.all([ofType('text/javascript'), ofType('module')]);
    return { script, module, worker, shared, foreign: 'foreign' in globalThis };
  }, address);
}

test.for(['/', '/docs', '/resend'])(
  '%s loads no code from below a receive URL',
  async (path, { visit, guest, token }) => {
    const page = await visit(path, { prepare: as(guest), allowed });
    expect(await loading(page, `/wh/${token}/script.js`)).toEqual({
      script: 'refused',
      worker: 'refused',
      module: 'refused',
      shared: 'refused',
      foreign: false,
    });
  },
);
