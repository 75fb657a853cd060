import { discard } from './discard.ts';
import { reportLoad } from './figures.ts';
import { type LoadResult, load, oneKilobyte } from './load.ts';
import { startHookwell, visit } from './servers.ts';

/**
 * Measures the latency of captures at a steady 500 a second while a list of 10,000 is being read and 100 streams are
 * open, all of the same account: first one list that lasts as long as the measurement, then one list after
 * the other as fast as they come. Run: npm run bench:steady
 */
const seconds = 10;
const listBytes = 25 * 1024 * 1024;

const server = await startHookwell();
const { cookie, receiveUrl } = await visit(server);
await load({ url: receiveUrl, connections: 16, seconds: 1, rate: 10_000, body: oneKilobyte });
const list = `${server.url}/api/requests`;

const slowly = await measure((signal) =>
  discard(list, cookie, { signal, bytesPerSecond: listBytes / (seconds + 2) }),
);
reportLoad('steady 500/s, one list of 10,000 being read, 100 streams open', slowly);

let lists = 0;
const backToBack = await measure(async (signal) => {
  for (; !signal.aborted; lists += 1) await discard(list, cookie, { signal });
});
reportLoad(`the same with ${lists} lists read back to back`, backToBack);
await server.stop();

async function measure(readLists: (signal: AbortSignal) => Promise<void>): Promise<LoadResult> {
  // A page of one captured request: the streams have nothing to catch up on.
  const newest = await fetch(`${list}?limit=1&view=summary`, { headers: { cookie } });
  const [{ id } = { id: 0 }] = (await newest.json()) as { id: number }[];
  const finished = new AbortController();
  const { signal } = finished;
  const readers = Array.from({ length: 100 }, () =>
    discard(`${server.url}/api/sse?after=${id}`, cookie, { signal }),
  );
  readers.push(readLists(signal));
  const result = await load({
    url: receiveUrl,
    connections: 64,
    seconds,
    rate: 500,
    body: oneKilobyte,
  });
  finished.abort();
  await Promise.all(readers);
  return result;
}
