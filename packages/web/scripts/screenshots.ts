/**
 * Makes the pictures of the README, light and dark: `npm run screenshots`. They show the present build of the dashboard
 * with sample requests of well-known senders, in the browser and with the fonts of the tests.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { startProcess } from '../../server/test/server-process.ts';
import { installedBrowser } from '../test/browser/installed-browser.ts';
import { startBrowser } from '../test/browser/start-browser.ts';
import { type Sent, traffic } from './screenshot-traffic.ts';

const pictures = join(import.meta.dirname, '../../../docs/images');
/** The host in the receive URLs of the pictures. */
const receiveHost = 'hooks.example.com';

const folder = mkdtempSync(join(tmpdir(), 'hookwell-screenshots-'));
try {
  mkdirSync(pictures, { recursive: true });
  await using server = await startProcess({
    databaseUrl: `sqlite:${join(folder, 'hookwell.db')}`,
    environment: { HOOKWELL_RECEIVE_BASE_URL: `https://${receiveHost}` },
  });
  const browser = await startBrowser(installedBrowser(), folder);
  try {
    for (const theme of ['light', 'dark'] as const) await takePictures(browser, server.url, theme);
  } finally {
    await browser.close();
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function takePictures(browser: Browser, url: string, theme: 'light' | 'dark'): Promise<void> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    deviceScaleFactor: 1.5,
    colorScheme: theme,
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await page.goto(url);
  await page.locator('[data-state="live"]').waitFor();
  await page.getByRole('button', { name: 'Send a test request now' }).waitFor();
  await take(page, `first-visit-${theme}`);

  await rename(page, 'Shop webhooks');
  const token = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  for (const sent of traffic) await send(url, token, sent);
  await page
    .locator('[data-request]')
    .nth(traffic.length - 1)
    .waitFor();
  await page.locator('[data-request]').filter({ hasText: 'Shopify' }).first().click();
  await page.getByRole('tree').waitFor();
  await eventsRead(page);
  await page.mouse.move(640, 799);
  await take(page, `request-${theme}`);

  const [newer, older] = await idsOf(page, 'Stripe');
  await page.goto(`${url}/compare/${older}/${newer}`);
  await page.getByRole('heading', { name: /^Body/ }).waitFor();
  await take(page, `compare-${theme}`);

  await page.setViewportSize({ width: 390, height: 780 });
  await page.goto(`${url}/endpoints/${token}`);
  await eventsRead(page);
  await take(page, `phone-${theme}`);
  await context.close();
}

/** Waits until the rows that every picture shows have their events, which come once the bodies are read. */
async function eventsRead(page: Page): Promise<void> {
  const events = [
    'pull_request.opened',
    'notifications',
    'push',
    'processed',
    'invoice.paid',
    'received',
  ];
  for (const event of events)
    await page.locator('[data-request]').filter({ hasText: event }).first().waitFor();
}

async function take(page: Page, name: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready.then(() => {}));
  await page.screenshot({ path: join(pictures, `${name}.png`), animations: 'disabled' });
  console.log(`docs/images/${name}.png`);
}

async function rename(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Rename the endpoint' }).click();
  await page.getByLabel('Name of the endpoint').fill(name);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: `Endpoint: ${name}` }).waitFor();
}

/** The ids of the requests that show this text, the newest first. */
async function idsOf(page: Page, text: string): Promise<string[]> {
  const rows = page.locator('[data-request]').filter({ hasText: text });
  return await rows.evaluateAll((found) => found.map((row) => row.dataset.request ?? ''));
}

/** Sends a request to the receive URL, whose host is only a name here. */
function send(url: string, token: string, { method, path, headers, body }: Sent): Promise<void> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      new URL(`/wh/${token}${path}`, url),
      { method, headers: { ...Object.fromEntries(headers), Host: receiveHost } },
      (answer) => {
        answer.resume().on('end', () => resolve());
        if (answer.statusCode !== 200)
          reject(new Error(`${path} was answered ${answer.statusCode}`));
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
