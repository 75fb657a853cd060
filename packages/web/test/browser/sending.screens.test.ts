import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'vitest';
import { exchangeRaw } from '../../../server/test/raw-http.ts';
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

test('a pasted curl command fills the test request', async ({ visit }) => {
  const page = await visit();
  await shownUrl(page);
  await page.getByRole('banner').getByRole('button', { name: 'Send a test request' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send a test request' });
  // Arrow keys pass the curl command on their way to a sample, and stay in the list.
  const picker = dialog.getByLabel('Begin with');
  await picker.focus();
  await page.keyboard.press('ArrowUp');
  await dialog.getByLabel('curl command').waitFor();
  await page.keyboard.press('ArrowDown');
  await dialog.getByLabel('Header 1, name').waitFor();
  await picker.click();
  await page.keyboard.press('Escape');
  await picker.selectOption({ label: 'A curl command' });
  const field = dialog.getByLabel('curl command');
  expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
  await field.fill('wget https://example.com');
  await dialog.getByText('This is not a curl command: it begins with “wget”.').waitFor();
  // Nothing can be sent then, and no earlier request looks as if it were the one of the command.
  expect(await dialog.getByRole('button', { name: 'Send', exact: true }).isDisabled()).toBe(true);
  expect(await dialog.getByLabel('Method').count()).toBe(0);
  await field.fill(`curl -X PUT 'https://example.com/orders?page=2' \\
    -H 'Shop-Event: paid' --json '{"it": "\\u00e9"}' --form a=b`);
  await dialog.getByText('--form a=b is left out: this page does not know the option.').waitFor();
  expect(await dialog.getByLabel('Method').inputValue()).toBe('PUT');
  expect(await dialog.getByLabel('Path and query').inputValue()).toBe('/orders?page=2');
  expect(await dialog.getByLabel('Header 1, name').inputValue()).toBe('Shop-Event');
  expect(await dialog.getByLabel('Header 2, value').inputValue()).toBe('application/json');
  expect(await dialog.getByLabel('Body').inputValue()).toBe('{"it": "\\u00e9"}');
  await dialog.getByRole('button', { name: 'Send', exact: true }).click();
  await dialog.getByText('200').waitFor();

  // A command that is pasted into another field is one all the same, over several lines.
  await dialog.getByLabel('Path and query').evaluate((input) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', 'curl -d a=1 \\\n https://example.com/pasted');
    input.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  });
  expect(await dialog.getByLabel('Path and query').inputValue()).toBe('/pasted');
  expect(await dialog.getByLabel('Body').inputValue()).toBe('a=1');
  expect(await field.inputValue()).toContain('/pasted');
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
  await page.getByRole('article').getByRole('link', { name: 'Send to another URL' }).click();
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

test('a captured request is sent to its own endpoint again in one click', async ({
  visit,
  server,
}) => {
  const guest = await startGuest(server);
  const token = await guest.endpoint();
  const body = Buffer.from(Uint8Array.from({ length: 300 }, (_, index) => index % 256));
  const capture = async (path: string): Promise<number> => {
    const head = [
      `PUT /wh/${token}${path} HTTP/1.1`,
      'Host: shop',
      'Shop-Signature: abc',
      'Cookie: a=1',
      'X-Topic: paid',
      'User-Agent: shop/1',
      `Content-Length: ${body.length}`,
    ].join('\r\n');
    const answer = await exchangeRaw(
      server.url,
      Buffer.concat([Buffer.from(`${head}\r\n\r\n`), body]),
    );
    return JSON.parse(answer.body).id;
  };
  const id = await capture('/orders/../paid?name=%e4&page=2');
  const page = await visit(`/all/requests/${id}?tab=headers`, { prepare: as(guest) });
  const article = page.getByRole('article');
  await article.getByRole('button', { name: 'Send again' }).click();
  // What browsers do not let through is said.
  await page
    .getByText(
      new RegExp(
        `Sent again as #${id + 1}, answered with 200\\. ` +
          'The browser left out or changed: Cookie, User-Agent\\. The browser added: [A-Za-z, -]+ and \\d+ more\\. ' +
          'X- headers were not stored, so they were not sent\\. The browser wrote the path or query in another way\\.',
      ),
    )
    .waitFor();
  await page.waitForURL(`**/all/requests/${id + 1}?tab=headers`);
  await article.getByText(`#${id + 1}`).waitFor();
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('request-detail');
  const again = await guest.ask(200, 'GET', `/api/requests/${id + 1}`);
  expect(again).toMatchObject({ method: 'PUT', path: '/paid', queryParams: { page: '2' } });
  expect(again.headers['shop-signature']).toBe('abc');
  const sent = await fetch(`${server.url}/api/requests/${id + 1}/body`, {
    headers: { cookie: guest.cookie ?? '' },
  });
  expect(Buffer.from(await sent.arrayBuffer()).equals(body)).toBe(true);

  // A path that would lead out of the receive URL is not sent anywhere.
  const leaving = await capture('/../../api');
  await page.goto(`${server.url}/endpoints/${token}/requests/${leaving}`);
  await article.getByRole('button', { name: 'Send again' }).click();
  await page.getByText('Could not send it again: This would leave the receive URL.').waitFor();
  expect(await guest.ask(200, 'GET', '/api/requests')).toHaveLength(3);
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
