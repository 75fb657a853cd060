import { describe, expect, test } from 'vitest';
import { eventually } from '../eventually.ts';
import {
  startAccount,
  startGuest,
  startServer,
  type TestServer,
  type Visitor,
} from '../start-server.ts';
import { openStream, type StreamClient } from './stream-client.ts';

const sse = '/api/sse';

/** Opens a stream as if through a proxy; gives its status as well. */
async function open(visitor: Visitor, address = '192.0.2.1'): Promise<StreamClient> {
  const headers = { cookie: visitor.cookie ?? '', 'x-forwarded-for': address };
  return await openStream(`${visitor.server.url}${sse}`, headers);
}

async function openMany(
  visitor: Visitor,
  count: number,
  address?: string,
): Promise<StreamClient[]> {
  return await Promise.all(Array.from({ length: count }, () => open(visitor, address)));
}

function statuses(clients: StreamClient[]): (number | undefined)[] {
  return clients.map(({ response }) => response.statusCode);
}

function close(clients: StreamClient[]): void {
  for (const client of clients) client[Symbol.dispose]();
}

async function refused(server: TestServer, reason: string): Promise<number> {
  const { values } = await server.metrics.streamsRefused.get();
  return values.find(({ labels }) => labels.reason === reason)?.value ?? 0;
}

function start(streams: string): Promise<TestServer> {
  return startServer({
    environment: {
      HOOKWELL_STREAMS_PER_ACCOUNT: streams,
      HOOKWELL_TRUSTED_PROXIES: '127.0.0.1',
    },
  });
}

describe('past the number of streams', () => {
  test('an account is refused, and may open another once one has ended', async () => {
    await using server = await start('2,3');
    const [guest, other] = [await startGuest(server), await startGuest(server)];
    const account = await startAccount(server);
    const streams = await openMany(guest, 2);
    const refusal = await guest.call('GET', sse);
    expect(refusal.status).toBe(429);
    expect(Number(refusal.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await refusal.text()).toMatch(/This account has 2 live streams open here/);
    expect(await refused(server, 'account')).toBe(1);
    // Requests that open no stream are not counted, and neither are the streams of others.
    expect((await guest.call('HEAD', sse)).status).toBe(200);
    expect((await guest.call('GET', `${sse}?endpoint=unknown`)).status).toBe(404);
    streams.push(...(await openMany(other, 2)), ...(await openMany(account, 3)));
    expect(new Set(statuses(streams))).toEqual(new Set([200]));
    expect((await account.call('GET', sse)).status).toBe(429);

    streams[0]?.[Symbol.dispose]();
    let again = await open(guest);
    await eventually(async () => {
      if (again.response.statusCode !== 200) again = await open(guest);
      return again.response.statusCode === 200;
    });
    expect((await guest.call('GET', sse)).status).toBe(429);
    close([...streams, again]);
    await eventually(async () => (await server.metrics.openStreams.get()).values[0]?.value === 0);
    close(await openMany(guest, 2));
  });

  test('an address is refused, whatever the number of its guests', async () => {
    await using server = await start('4,2');
    const guests = await Promise.all(Array.from({ length: 4 }, () => startGuest(server)));
    const [first, second, third, last] = guests;
    if (!(first && second && third && last)) throw new Error('no guests');
    const streams = [
      ...(await openMany(first, 4, '2001:db8:0:1::1')),
      ...(await openMany(second, 4, '2001:db8:0:1:ffff::2')),
      ...(await openMany(third, 2, '2001:db8:0:1::3')),
    ];
    expect(new Set(statuses(streams))).toEqual(new Set([200]));
    const tooMany = await open(last, '2001:db8:0:1::4');
    expect(tooMany.response.statusCode).toBe(429);
    expect(tooMany.response.headers['retry-after']).toMatch(/^\d+$/);
    expect(await refused(server, 'address')).toBe(1);
    const elsewhere = await openMany(last, 4, '2001:db8:0:2::4');
    expect(new Set(statuses(elsewhere))).toEqual(new Set([200]));
    close([...streams, ...elsewhere, tooMany]);
  });
});
