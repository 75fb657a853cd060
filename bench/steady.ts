import { discard } from './discard.ts';
import { report, reportLoad } from './figures.ts';
import { load, oneKilobyte } from './load.ts';
import { startHookwell, visit } from './servers.ts';

/**
 * Latency of captures at a steady 500 a second while a list of 10,000 is being read, again and again, and
 * 100 streams are open, all of the same account. Run: npm run bench:steady
 */
const server = await startHookwell();
const { cookie, receiveUrl } = await visit(server);
// The list: what is stored before, some 10,000, and what the measurement itself adds.
await load({ url: receiveUrl, connections: 16, seconds: 1, rate: 10_000, body: oneKilobyte });
const newest = await fetch(`${server.url}/api/requests?limit=1&view=summary`, {
  headers: { cookie },
});
// A page of one captured request.
const [{ id } = { id: 0 }] = (await newest.json()) as { id: number }[];

const finished = new AbortController();
const streams = Array.from({ length: 100 }, () =>
  discard(`${server.url}/api/sse?after=${id}`, cookie, finished.signal),
);
let lists = 0;
const reading = (async () => {
  while (!finished.signal.aborted) {
    await discard(`${server.url}/api/requests`, cookie, finished.signal);
    lists += 1;
  }
})();
const result = await load({
  url: receiveUrl,
  connections: 64,
  seconds: 10,
  rate: 500,
  body: oneKilobyte,
});
finished.abort();
await Promise.all([reading, ...streams]);
await server.stop();
reportLoad('steady 500/s, a list of 10,000 being read, 100 streams open', result);
report('lists read meanwhile', String(lists));
