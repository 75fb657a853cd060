import { HookwellClient } from '@hookwell/client';
import { describe, expect, test } from 'vitest';
import { answer, type Script, startScripted } from '../../../client/test/scripted-service.ts';
import { visit, visitAsGuest } from '../../../client/test/visitor-client.ts';
import { freshDatabase } from '../../../server/test/fresh-database.ts';
import { forFile } from '../../../server/test/kept-for.ts';
import { send, startServer } from '../../../server/test/start-server.ts';
import { type FeedChange, hubInPage } from '../../src/live/hub-connection.ts';
import { TabFeed } from '../../src/live/tab-feed.ts';
import { ready, startBrowser, until } from './browser.ts';

const server = forFile(await startServer());

const quick = { gatherMs: 5 };

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
  /** A service that lists nothing and streams nothing. */
  const silent: Script = (request, response) => {
    if (request.url?.startsWith('/api/sse')) {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.flushHeaders();
    } else {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end('[]');
    }
  };

  test('with one stream too many is asked again when it says so', async () => {
    const times: number[] = [];
    await using service = await startScripted((request, response, before) => {
      if (request.url?.startsWith('/api/sse')) {
        times.push(performance.now());
        if (times.length === 1) {
          const error = 'This account has 20 live streams open';
          return answer(response, 429, { error }, { 'retry-after': '1' });
        }
      }
      return silent(request, response, before);
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
});
