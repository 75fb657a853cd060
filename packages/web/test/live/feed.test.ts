import { HookwellClient } from '@hookwell/client';
import { describe, expect, test, vi } from 'vitest';
import { answer, type Script, startScripted } from '../../../client/test/scripted-service.ts';
import { visit, visitAsGuest } from '../../../client/test/visitor-client.ts';
import { freshDatabase } from '../../../server/test/fresh-database.ts';
import { forFile } from '../../../server/test/kept-for.ts';
import { send, startServer } from '../../../server/test/start-server.ts';
import type { FeedChange } from '../../src/live/feed-messages.ts';
import { hubInPage } from '../../src/live/hub-connection.ts';
import { TabFeed } from '../../src/live/tab-feed.ts';
import { ready, startBrowser } from './browser.ts';
import { until } from './until.ts';

const server = forFile(await startServer());

const quick = { everyMs: 50, everyWhileFailingMs: 50, timeoutMs: 500, gatherMs: 5 };

/** The events that a tab hears, in order. */
function listen(tab: TabFeed) {
  const ids: number[] = [];
  const changes: FeedChange[] = [];
  let readies = 0;
  tab.onArrivals((summaries) => void ids.push(...summaries.map(({ id }) => id)));
  tab.onChange((change) => void changes.push(change));
  tab.onReady(() => void readies++);
  return { ids, changes, readies: () => readies };
}

describe('the feed of one browser', () => {
  test('delivers what is captured after it is ready, to all tabs, over one stream', async () => {
    const { client, sent } = visit(server);
    await client.auth.guest();
    const { token } = await client.endpoints.create();
    const before = await send(server, token);
    using browser = startBrowser(client);
    const [first, second] = [browser.openTab(), browser.openTab()];
    const heard = [listen(first), listen(second)];
    await Promise.all([ready(first), ready(second)]);
    const captured = [await send(server, token), await send(server, token)].map(({ id }) => id);
    await until(() => {
      for (const { ids } of heard) expect(ids).toEqual(captured);
    });
    expect(captured).not.toContain(before.id);
    expect(first.state).toEqual({ kind: 'live' });
    expect(sent.filter(({ path }) => path === '/api/sse')).toHaveLength(1);
  });

  test('misses nothing between ready and the list that is read then', async () => {
    const client = await visitAsGuest(server);
    const { token } = await client.endpoints.create();
    using browser = startBrowser(client);
    const tab = browser.openTab();
    const { ids } = listen(tab);
    let isOver = false;
    const captured: number[] = [];
    const sending = (async () => {
      while (!isOver) captured.push((await send(server, token)).id);
    })();
    await until(() => expect(captured.length).toBeGreaterThan(5));
    await ready(tab);
    const listed = (await client.requests.page({ view: 'summary' })).items.map(({ id }) => id);
    await until(() => expect(ids.length).toBeGreaterThan(5));
    isOver = true;
    await sending;
    await until(() => expect(ids.at(-1)).toBe(captured.at(-1)));
    expect([...new Set([...listed, ...ids])].sort((a, b) => a - b)).toEqual(captured);
  });

  test('tells every tab of changes of the account', async () => {
    const client = await visitAsGuest(server);
    using browser = startBrowser(client);
    const tabs = [browser.openTab(), browser.openTab()];
    const heard = tabs.map((tab) => listen(tab));
    await Promise.all(tabs.map((tab) => ready(tab)));
    await client.endpoints.create();
    for (const { changes } of heard) {
      await until(() => expect(changes).toContainEqual({ kind: 'account' }));
    }
  });

  test('tells of a change after a gap, since one may have been missed', async () => {
    await using database = await freshDatabase();
    const { url: databaseUrl } = database;
    const server = await startServer({ databaseUrl });
    const client = await visitAsGuest(server);
    using browser = startBrowser(client);
    const tab = browser.openTab();
    const { changes } = listen(tab);
    await ready(tab);
    const { port } = new URL(server.url);
    await server[Symbol.asyncDispose]();
    expect(changes).toEqual([]);
    await using _again = await startServer({ databaseUrl, environment: { HOOKWELL_PORT: port } });
    await until(() => expect(changes).toEqual([{ kind: 'account' }]));
  });

  test('is told ready again after it was away, and hears nothing meanwhile', async () => {
    const client = await visitAsGuest(server);
    const { token } = await client.endpoints.create();
    using browser = startBrowser(client);
    const [leaving, staying] = [browser.openTab(), browser.openTab()];
    const [gone, there] = [listen(leaving), listen(staying)];
    await Promise.all([ready(leaving), ready(staying)]);
    leaving.leave();
    const { id } = await send(server, token);
    await until(() => expect(there.ids).toEqual([id]));
    leaving.comeBack();
    await until(() => expect(gone.readies()).toBe(2));
    expect(gone.ids).toEqual([]);
  });

  test('begins anew for another session', async () => {
    const { client } = visit(server);
    await client.auth.guest();
    using browser = startBrowser(client);
    const tab = browser.openTab();
    const { ids, readies } = listen(tab);
    await ready(tab);
    await client.auth.register({ email: 'someone@example.com', password: 'correct horse battery' });
    const { token } = await client.endpoints.create();
    tab.restart();
    await ready(tab);
    expect(readies()).toBe(2);
    const { id } = await send(server, token);
    await until(() => expect(ids).toEqual([id]));
  });

  test('says that the session is over, and is there again with the next one', async () => {
    await using server = await startServer({ heartbeatMs: 50, streamCheckMs: 100 });
    const { client } = visit(server);
    await client.auth.guest();
    using browser = startBrowser(client);
    const tab = browser.openTab();
    const { changes, readies } = listen(tab);
    await ready(tab);
    await until(() => expect(tab.state.kind).toBe('live'));
    await client.auth.logout();
    await until(() => expect(changes).toEqual([{ kind: 'session' }]));
    expect(tab.state.kind).toBe('reconnecting');
    await client.auth.guest();
    tab.wake();
    await until(() => expect(tab.state.kind).toBe('live'));
    expect(readies()).toBe(2);
  });

  test('goes on at the same place when the server comes back', async () => {
    await using database = await freshDatabase();
    let server = await startServer({ databaseUrl: database.url });
    const environment = { HOOKWELL_PORT: new URL(server.url).port };
    const client = await visitAsGuest(server);
    const { token } = await client.endpoints.create();
    using browser = startBrowser(client, quick);
    const tab = browser.openTab();
    const { ids, readies } = listen(tab);
    await ready(tab);
    const first = await send(server, token);
    await until(() => expect(ids).toEqual([first.id]));
    await server[Symbol.asyncDispose]();
    await until(() => expect(tab.state.kind).toBe('reconnecting'));
    await until(() => expect(tab.state.reason).toBeTypeOf('string'));
    server = await startServer({ databaseUrl: database.url, environment });
    await using _server = server;
    const second = await send(server, token);
    await until(() => expect(ids).toEqual([first.id, second.id]));
    await until(() => expect(tab.state).toEqual({ kind: 'live' }));
    expect(readies()).toBe(1);
  });
});

describe('a service that is not well', () => {
  /** A service that lists nothing and streams nothing. The test decides its health. */
  function silent(isWell: () => boolean): Script {
    return (request, response) => {
      if (request.url === '/healthz') {
        response.writeHead(isWell() ? 200 : 503, { 'content-type': 'application/json' });
        response.end('{}');
      } else if (request.url?.startsWith('/api/sse')) {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.flushHeaders();
      } else {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end('[]');
      }
    };
  }

  test('is not live while its health probe fails, and gets another connection then', async () => {
    let isWell = true;
    await using service = await startScripted(silent(() => isWell));
    using browser = startBrowser(new HookwellClient({ baseUrl: service.url }), quick);
    const tab = browser.openTab();
    const { readies } = listen(tab);
    await until(() => expect(tab.state).toEqual({ kind: 'live' }));
    isWell = false;
    await until(() => expect(tab.state.kind).toBe('reconnecting'));
    expect(tab.state.reason).toMatch(/503/);
    isWell = true;
    await until(() => expect(tab.state).toEqual({ kind: 'live' }));
    expect(service.requests.filter((target) => target.startsWith('GET /api/sse'))).toHaveLength(2);
    expect(readies()).toBe(1);
  });

  test('with one stream too many is asked again when it says so, whatever its health', async () => {
    const times: number[] = [];
    await using service = await startScripted((request, response, before) => {
      if (request.url?.startsWith('/api/sse')) {
        times.push(performance.now());
        if (times.length === 1) {
          const error = 'This account has 20 live streams open';
          return answer(response, 429, { error }, { 'retry-after': '1' });
        }
      }
      return silent(() => true)(request, response, before);
    });
    using browser = startBrowser(new HookwellClient({ baseUrl: service.url }), quick);
    const tab = browser.openTab();
    await ready(tab);
    await until(() => expect(tab.state.kind).toBe('reconnecting'));
    expect(tab.state).toMatchObject({
      isOneTooMany: true,
      reason: 'This account has 20 live streams open',
    });
    tab.wake();
    await until(() => expect(tab.state).toEqual({ kind: 'live' }));
    expect(times).toHaveLength(2);
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(990);
  });

  test('is asked for its health only while a tab is visible', async () => {
    await using service = await startScripted(silent(() => true));
    using browser = startBrowser(new HookwellClient({ baseUrl: service.url }), quick);
    const tab = browser.openTab();
    await ready(tab);
    const probesOf = ({ requests }: { requests: string[] }) =>
      requests.filter((target) => target === 'GET /healthz').length;
    await until(() => expect(probesOf(service)).toBeGreaterThan(1));
    tab.setVisible(false);
    await new Promise((resolve) => setImmediate(resolve));
    const asked = probesOf(service);
    // Meanwhile another browser, whose tab is visible, asks its service again and again.
    await using other = await startScripted(silent(() => true));
    using visible = startBrowser(new HookwellClient({ baseUrl: other.url }), quick);
    await ready(visible.openTab());
    await until(() => expect(probesOf(other)).toBeGreaterThan(4));
    // One may have been under way.
    expect(probesOf(service) - asked).toBeLessThan(2);
  });
});

describe('a tab', () => {
  test('takes the hub of the page if the shared one cannot start', async () => {
    const client = await visitAsGuest(server);
    const missing = { isShared: true, connect: () => undefined };
    const broken = {
      isShared: true,
      connect(_receive: unknown, fail: () => void) {
        setImmediate(fail);
        return { post() {}, close() {} };
      },
    };
    const dumb = { isShared: true, connect: () => ({ post() {}, close() {} }) };
    for (const shared of [missing, broken, dumb]) {
      const tab = new TabFeed([shared, hubInPage(async () => client)], { answerWithinMs: 20 });
      await ready(tab);
      expect(tab.isShared).toBe(false);
      tab.leave();
    }
  });

  test('asks for the shared hub anew when the browser has ended it', async () => {
    const client = await visitAsGuest(server);
    const { token } = await client.endpoints.create();
    using browser = startBrowser(client);
    const tab = browser.openTab({ pingEveryMs: 30, answerWithinMs: 30 });
    const { ids, readies } = listen(tab);
    await ready(tab);
    browser.endWorker();
    await until(() => expect(readies()).toBe(2));
    const { id } = await send(server, token);
    await until(() => expect(ids).toEqual([id]));
  });

  test('that was silent for long is told to say hello again', async () => {
    const client = await visitAsGuest(server);
    using browser = startBrowser(client);
    const sleeper = browser.openTab({ pingEveryMs: 300 });
    const { readies } = listen(sleeper);
    await ready(sleeper);
    // Another tab that comes an hour later lets the hub forget it.
    const laterMs = 3_600_000;
    const now = Date.now.bind(Date);
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() + laterMs);
    await ready(browser.openTab());
    clock.mockRestore();
    await until(() => expect(readies()).toBe(2));
  });
});
