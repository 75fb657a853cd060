import { expect } from 'vitest';
import { startGuest } from '../../../server/test/start-server.ts';
import { as, connection, rows } from './dashboard-page.ts';
import { testWith } from './fixture.ts';

const count = 10_000;

const test = testWith({
  HOOKWELL_PLANS: `{"free":{"requestsPerEndpoint":${2 * count}}}`,
});

const options = { timeout: 60_000 };

test(
  '10,000 requests scroll without a long task over 100 ms',
  options,
  async ({ visit, server }) => {
    const guest = await startGuest(server);
    const { id: endpointId, token } = await guest.ask(201, 'POST', '/api/endpoints');
    const body = Buffer.from('{"event":"order.made"}');
    await Promise.all(
      Array.from({ length: count }, (_, index) =>
        server.store.captures.append({
          endpointId,
          settingsVersion: 0,
          receivedAt: Date.now() - (count - index) * 1000,
          method: ['GET', 'POST', 'PUT', 'DELETE'][index % 4] ?? 'GET',
          target: `/wh/${token}/orders/${index}?page=${index % 7}`,
          headers: JSON.stringify(['Content-Type', 'application/json', 'User-Agent', 'sender/1.0']),
          droppedHeaders: 0,
          ipAddress: '192.0.2.1',
          body: [body],
          bodySize: body.length,
        }),
      ),
    );

    const page = await visit(`/endpoints/${token}`, { prepare: as(guest) });
    await rows(page, `/orders/${count - 1}`).waitFor();
    await connection(page, 'live');
    let reads = 0;
    page.on('request', (request) => {
      if (request.url().includes('match=size')) reads += 1;
    });
    const began = performance.now();
    // Without the first one, all others are traced as well: twenty times as much, and the tasks take twice as long.
    const categories = ['-*', 'disabled-by-default-devtools.timeline'];
    const browser = page.context().browser();
    await browser?.startTracing(page, { categories });

    const list = page.locator('[data-scroller="requests"]');
    await list.hover();
    // This scrolls as a wheel does that turns without a stop, past pages that have to be loaded first.
    const last = rows(page, '/orders/0?');
    for (let turns = 0; turns < 600 && !(await last.isVisible()); turns += 1) {
      await page.mouse.wheel(0, 6_000);
    }
    await last.waitFor();
    expect(await rows(page).count()).toBeLessThan(100);
    // Then it jumps all the way up.
    await list.evaluate((element) => element.scrollTo(0, 0));
    await rows(page, `/orders/${count - 1}`).waitFor();

    // Labels are read of the rows that rest, at most four times a second, not of those that scroll by.
    await rows(page, `/orders/${count - 1}`)
      .getByText('order.made')
      .waitFor();
    expect(reads).toBeLessThan(((performance.now() - began) / 1000) * 4 + 2);
    expect(reads).toBeLessThan(count / 100);

    const tasks = tasksIn((await browser?.stopTracing()) ?? Buffer.alloc(0));
    expect(tasks.length).toBeGreaterThan(100);
    expect(Math.max(...tasks)).toBeLessThan(100);
  },
);

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  args: { name?: string };
  /** The time that the thread itself was running, in microseconds. */
  tdur?: number;
}

/**
 * The times that the tasks of the page's main thread kept the processor busy, in milliseconds. Times by the clock would
 * include other work of the machine.
 */
function tasksIn(trace: Buffer): number[] {
  const { traceEvents }: { traceEvents: TraceEvent[] } = JSON.parse(trace.toString());
  const main = traceEvents.find(
    ({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain',
  );
  return traceEvents
    .filter(({ name, pid, tid }) => name === 'RunTask' && pid === main?.pid && tid === main.tid)
    .map(({ tdur = 0 }) => tdur / 1000);
}
