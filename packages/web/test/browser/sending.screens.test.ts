import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'vitest';
import { send, startGuest } from '../../../server/test/start-server.ts';
import { as, listed, shownUrl } from './dashboard-page.ts';
import { test } from './fixture.ts';

test('a test request is composed and sent', async ({ visit }) => {
  const page = await visit();
  await shownUrl(page);
  await page.getByRole('banner').getByRole('button', { name: 'Send a test request' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send a test request' });
  await dialog.getByLabel('Begin with').selectOption({ label: 'Shopify: Order created' });
  await dialog.getByLabel('Path and query').fill('/shop?source=test');
  await dialog.getByRole('button', { name: 'Send', exact: true }).click();
  await dialog.getByText('200').waitFor();
  await page.keyboard.press('Escape');
  await listed(page, '/shop');
  await page.getByRole('article').getByText('820982911946154508').first().waitFor();
});

/** A user's program that takes webhooks and tells what it was sent. */
async function receiver() {
  const received: { method: string; url: string; headers: IncomingHttpHeaders; body: Buffer }[] =
    [];
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request;
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-headers', '*');
    response.setHeader('access-control-allow-methods', '*');
    if (method === 'OPTIONS') {
      response.writeHead(204).end();
      return;
    }
    received.push({ method, url, headers, body: Buffer.concat(await request.toArray()) });
    response.writeHead(418, { 'content-type': 'text/html' });
    response.end('<script>alert("answer")</script> short and stout');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A listening TCP server has an address with a port.
  const { port } = server.address() as AddressInfo;
  return {
    received,
    origin: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

test('a captured request is sent again to an address of the user', async ({ visit, server }) => {
  await using target = await receiver();
  const guest = await startGuest(server);
  const token = await guest.endpoint();
  const body = Uint8Array.from({ length: 300 }, (_, index) => index % 256);
  const { id } = await send(server, token, {
    method: 'PUT',
    path: '/orders?page=2',
    headers: {
      'content-type': 'application/octet-stream',
      'shop-signature': 'abc',
      cookie: 'not=sent',
    },
    body,
  });
  const page = await visit(`/endpoints/${token}/requests/${id}`, {
    prepare: as(guest),
    allowed: { origins: [target.origin], complaints: [/status of 418/] },
  });
  await page.getByRole('article').getByRole('link', { name: 'Send again' }).click();
  await page.waitForURL(`**/resend?id=${id}`);
  await page.getByLabel('URL', { exact: true }).fill(`${target.origin}/hook`);
  await page.getByText('cookie', { exact: false }).first().waitFor();
  await page.getByText('curl').first().waitFor();
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByText(/^418\b/).waitFor();
  expect(await page.getByLabel('Body of the answer').inputValue()).toContain('short and stout');

  expect(target.received).toHaveLength(1);
  const [sent] = target.received;
  expect(sent).toMatchObject({
    method: 'PUT',
    url: '/hook/orders?page=2',
    headers: { 'content-type': 'application/octet-stream', 'shop-signature': 'abc' },
  });
  expect(sent?.headers.cookie).toBeUndefined();
  expect(sent?.body.equals(body)).toBe(true);
});

test('the dashboard itself may not reach any other address', async ({ visit, server }) => {
  await using target = await receiver();
  const page = await visit('/', {
    allowed: { complaints: [/Content Security Policy|policy: |request to|Fetch API/] },
  });
  await shownUrl(page);
  const outcome = await page.evaluate(
    (url) =>
      fetch(url).then(
        () => 'reached',
        () => 'refused',
      ),
    target.origin,
  );
  expect(outcome).toBe('refused');
  expect(target.received).toHaveLength(0);
  expect(server.url).not.toBe(target.origin);
});
