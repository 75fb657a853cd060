import { load, milliseconds, report } from './load.ts';
import { startDatabase, startHookwell, visit } from './service.ts';

/**
 * Measures searches through 100,000 captures of 1 KB, page after page to the end, and the latency of 500 captures a second beside them.
 * Run: npm run bench:search -- [postgres]
 */
const rareWord = 'backordered';
const words = [
  'invoice',
  'order',
  'customer',
  'shipping',
  'payment',
  'pending',
  'refund',
  'Berlin',
];
/** One in a hundred has the rare word. */
const bodies = Array.from({ length: 100 }, (_, index) =>
  JSON.stringify({
    type: `${words[index % 8]}.${words[index % 7]}`,
    data: { state: index === 0 ? rareWord : words[index % 5], city: 'Köln' },
    items: Array.from({ length: 14 }, (_, item) => ({
      sku: `${index}-${item}`,
      name: words[item % 8],
    })),
  }),
);

const database = process.argv[2] === 'postgres' ? await startDatabase() : undefined;
const server = await startHookwell(database === undefined ? {} : { databaseUrl: database.url });
const { token, cookie, receiveUrl } = await visit(server);
const other = await visit(server);
await load({ url: receiveUrl, connections: 64, amount: 100_000, bodies });

for (const match of ['wordthatisnowhere', rareWord, `json.data.state=${rareWord}`]) {
  const began = performance.now();
  const { found, pages, longestMs } = await search(match);
  report(
    `a search for ${match}`,
    `${found} found in ${milliseconds(performance.now() - began)}`,
    `${pages} pages, the longest ${milliseconds(longestMs)}`,
  );
  const stop = new AbortController();
  const searching = searchUntil(match, stop.signal);
  const beside = await load({ url: other.receiveUrl, connections: 16, seconds: 5, rate: 500 });
  stop.abort();
  await searching;
  report('  500 captures a second beside it', `p50 ${beside.p50} ms`, `p99 ${beside.p99} ms`);
}
await server.stop();
await database?.stop();

async function searchUntil(match: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) await search(match);
}

/** Reads a search to its end. */
async function search(match: string): Promise<{ found: number; pages: number; longestMs: number }> {
  let [found, pages, longestMs] = [0, 0, 0];
  const path = `/api/requests/endpoint/${token}?limit=1000&match=${encodeURIComponent(match)}`;
  let next: string | undefined = `${server.url}${path}`;
  while (next !== undefined) {
    const began = performance.now();
    const response = await fetch(next, { headers: { cookie } });
    if (response.status === 429 || response.status === 503) {
      await new Promise((resolve) => setTimeout(resolve, 200));
      continue;
    }
    const shown: unknown = await response.json();
    longestMs = Math.max(longestMs, performance.now() - began);
    found += Array.isArray(shown) ? shown.length : 0;
    pages += 1;
    const link = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
    next = link === undefined ? undefined : new URL(link, server.url).href;
  }
  return { found, pages, longestMs };
}
