import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { describe, expect, it, vi } from 'vitest';
import { StoreUnavailable } from '../../src/database/errors.ts';
import { eventually } from '../eventually.ts';
import {
  startAccount,
  startGuest,
  startServer,
  type TestServer,
  type Visitor,
} from '../start-server.ts';
import { idsOf, store } from './listed-captures.ts';

/** Opens a list without reading it. */
function open(server: TestServer, visitor: Visitor, path: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = visitor.cookie === undefined ? {} : { cookie: visitor.cookie };
    get(`${server.url}${path}`, { headers }, resolve).on('error', reject);
  });
}

describe('a whole list', () => {
  it('is an empty array if nothing was captured', async () => {
    await using server = await startServer();
    const visitor = await startGuest(server);
    const token = await visitor.endpoint();
    for (const path of ['/api/requests', `/api/requests/endpoint/${token}`]) {
      expect(await (await visitor.call('GET', path)).text()).toBe('[]');
      expect(await (await visitor.call('GET', `${path}?limit=3`)).text()).toBe('[]');
    }
  });

  it('has everything that was there, once, newest first, while more arrives', async () => {
    await using server = await startServer();
    const visitor = await startAccount(server, 'enterprise');
    const tokens = [await visitor.endpoint(), await visitor.endpoint(), await visitor.endpoint()];
    const old = (await Promise.all(tokens.map((token) => store(server, token, 700)))).flat();
    let listing = true;
    const arriving = (async () => {
      let arrived = 0;
      while (listing) arrived += (await store(server, tokens[arrived % 3] ?? '', 20)).length;
      return arrived;
    })();
    const list = idsOf(await visitor.ask(200, 'GET', '/api/requests'));
    listing = false;
    expect(await arriving).toBeGreaterThan(0);
    expect(list).toEqual([...new Set(list)].sort((a, b) => b - a));
    expect(list.length).toBeGreaterThanOrEqual(2100);
    const seen = new Set(list);
    expect(old.filter((id) => !seen.has(id))).toEqual([]);
  });
});

describe('a long list', () => {
  const pages = 100;

  /** A list of 20 MB, more than sockets hold, and the number of reads that it takes. */
  async function startLongList(server: TestServer) {
    const visitor = await startAccount(server, 'enterprise');
    const token = await visitor.endpoint();
    await store(server, token, pages, Buffer.alloc(200_000, 'x'));
    return { visitor, reads: vi.spyOn(server.store.captures, 'readListPage') };
  }

  it('is read at the pace of its reader, and no more once the reader has gone', async () => {
    await using server = await startServer();
    const { visitor, reads } = await startLongList(server);
    const response = await open(server, visitor, '/api/requests');
    response.once('readable', () => response.read(1));
    await once(response, 'readable');
    // Others read on meanwhile, a page each.
    const others = 20;
    for (let count = 0; count < others; count++)
      await visitor.ask(200, 'GET', '/api/requests?limit=1&view=summary');
    response.destroy();
    await eventually(async () => (await server.metrics.openLists.get()).values[0]?.value === 0);
    expect(reads.mock.calls.length - others).toBeLessThan(pages / 2);
  });

  it('is cut off, never closed, if the store fails midway', async () => {
    await using server = await startServer();
    const { visitor, reads } = await startLongList(server);
    const response = await open(server, visitor, '/api/requests');
    await eventually(() => reads.mock.settledResults.some(({ type }) => type === 'fulfilled'));
    for (const read of ['readListPage', 'readOne'] as const) {
      const failure = new StoreUnavailable('as this test wants it');
      vi.spyOn(server.store.captures, read).mockRejectedValue(failure);
    }
    let text = '';
    response.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
    const end = await new Promise((resolve) => {
      response.on('error', () => resolve('cut off')).on('end', () => resolve('closed'));
    });
    expect(end).toBe('cut off');
    expect(text).toMatch(/^\[\{"id":/);
    expect(text.endsWith(']')).toBe(false);
    // A reader that asks only now gets a proper answer.
    await visitor.ask(503, 'GET', '/api/requests');
  });
});
