import { fileURLToPath } from 'node:url';
import type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  Page,
  Request,
} from 'playwright-core';
import { test as base, expect, inject } from 'vitest';
import type { Environment } from '../../../server/src/config.ts';
import { builtDashboard, packedCommand } from '../../../server/src/home/served-files.ts';
import { startServer, type TestServer } from '../../../server/test/start-server.ts';
import { type Allowed, type Note, noteComplaints } from './complaints.ts';
import { startBrowser } from './start-browser.ts';
import { noteWorkers, type WorkerNote } from './worker-complaints.ts';

export interface VisitOptions extends BrowserContextOptions {
  /** Another server than the one of the file. */
  server?: Pick<TestServer, 'url'>;
  /** Another name for this machine. Only under a loopback name, the page has a secure context. */
  host?: string;
  allowed?: Allowed;
  /** Runs before the first page is opened. */
  prepare?: (context: BrowserContext) => Promise<void>;
}

/**
 * Opens the path as a visitor with a browser of their own. Further pages of `page.context()` are further tabs of
 * theirs. The test fails if a page or a worker complains (see `noteComplaints`).
 */
export type Visit = (path?: string, options?: VisitOptions) => Promise<Page>;

/**
 * Tests in a real browser against a real server. The tests of a file share the server; those of a worker share
 * the browser, whose start takes two seconds of processor time.
 */
export const test = testWith({});

/**
 * The same against a server with this environment. Files of one worker share this module: an environment that one of them
 * set by `override` would be that of the others.
 */
export function testWith(environment: Environment) {
  return base
    .extend('environment', { scope: 'file' }, () => environment)
    .extend('server', { scope: 'file' }, async ({ environment }, { onCleanup }) => {
      const server = await startServer({
        environment,
        dashboard: fileURLToPath(builtDashboard),
        command: fileURLToPath(packedCommand),
        // A page is told soon that its session has ended.
        streamCheckMs: 500,
      });
      onCleanup(() => server[Symbol.asyncDispose]());
      return server;
    })
    .extend('visit', async ({ server, task }, { onCleanup }): Promise<Visit> => {
      const { browser, workerNotes } = await sharedBrowser();
      const contexts: BrowserContext[] = [];
      const origins = new Set<string>();
      const allowedComplaints: RegExp[] = [];
      const complaints: string[] = [];
      const note: Note = ({ complaint, origin }) => {
        if (origin !== undefined && origins.has(origin)) return;
        if (!allowedComplaints.some((pattern) => pattern.test(complaint)))
          complaints.push(complaint);
      };
      onCleanup(async () => {
        if (task.result?.state === 'fail') await describePages(contexts);
        await Promise.all(contexts.map(close));
        for (const workerNote of workerNotes.splice(0)) note(workerNote);
        expect(complaints).toEqual([]);
      });
      return async (
        path = '/',
        { server: other = server, host, allowed = {}, prepare, ...options } = {},
      ) => {
        const address = new URL(path, other.url);
        if (host !== undefined) address.hostname = host;
        for (const origin of [address.origin, ...(allowed.origins ?? [])]) origins.add(origin);
        allowedComplaints.push(...(allowed.complaints ?? []));
        const context = await browser.newContext({
          viewport: { width: 1280, height: 800 },
          ...options,
        });
        contexts.push(context);
        noteOpenRequests(context);
        context.setDefaultTimeout(60_000);
        await noteComplaints(context, note);
        await prepare?.(context);
        const page = await context.newPage();
        await page.goto(address.href);
        return page;
      };
    });
}

interface SharedBrowser {
  browser: Browser;
  workerNotes: WorkerNote[];
}

/** Test files of a worker have nothing in common but the global object: modules and fixtures are made anew for each. */
const shared: typeof globalThis & { hookwellBrowser?: Promise<SharedBrowser> } = globalThis;

/** The browser of the worker. It ends with it. */
async function sharedBrowser(): Promise<SharedBrowser> {
  const known = await shared.hookwellBrowser;
  if (known?.browser.isConnected()) return known;
  shared.hookwellBrowser = startNoted();
  return await shared.hookwellBrowser;
}

async function startNoted(): Promise<SharedBrowser> {
  const browser = await startBrowser(inject('browser'), inject('browserFolder'));
  return { browser, workerNotes: await noteWorkers(browser) };
}

const openRequests = new WeakMap<BrowserContext, Set<Request>>();

function noteOpenRequests(context: BrowserContext): void {
  const open = new Set<Request>();
  openRequests.set(context, open);
  context.on('request', (request) => open.add(request));
  context.on('requestfinished', (request) => open.delete(request));
  context.on('requestfailed', (request) => open.delete(request));
}

/** Prints what the pages of a failed test showed, and which requests they waited for. */
async function describePages(contexts: readonly BrowserContext[]): Promise<void> {
  for (const context of contexts) {
    const open = [...(openRequests.get(context) ?? [])].map(
      (one) => `${one.method()} ${one.url()}`,
    );
    for (const page of context.pages()) {
      const text = await page
        .locator('body')
        .innerText({ timeout: 5000 })
        .catch((error: unknown) => String(error));
      console.log(
        `${page.url()} showed:\n${text.slice(0, 3000)}\nIt waited for: ${open.join(', ')}`,
      );
    }
  }
}

/** Waits until the pending work of a page has ended or has failed. */
async function close(context: BrowserContext): Promise<void> {
  const settled = () => new Promise((resolve) => setTimeout(resolve));
  await Promise.allSettled(context.pages().map((page) => page.evaluate(settled)));
  await context.close();
}
