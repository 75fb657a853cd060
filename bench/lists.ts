import { load, mebibytes, median, milliseconds, report } from './load.ts';
import { startHookwell, visit } from './service.ts';

/**
 * Measures a page of 1,000 captures of 1 KB, then the first byte, the whole and the memory of a list of 100,000, and the latency of
 * 500 captures a second beside such lists. Run: npm run bench:lists
 */
const server = await startHookwell();
const { token, cookie, receiveUrl } = await visit(server);
const other = await visit(server);
await load({ url: receiveUrl, connections: 64, amount: 100_000 });

const page = `${server.url}/api/requests/endpoint/${token}?limit=1000`;
const pages: number[] = [];
for (let count = 0; count < 200; count += 1) pages.push((await read(page)).whole);
// The first half warms up.
report('a page of 1,000', `median of 100 ${milliseconds(median(pages.slice(100)))}`);

const before = server.memory();
let most = before;
const watch = setInterval(() => {
  most = Math.max(most, server.memory());
}, 20);
const list = await read(`${server.url}/api/requests`);
clearInterval(watch);
report(
  'a list of 100,000',
  `first byte ${milliseconds(list.firstByte)}`,
  `whole ${milliseconds(list.whole)} for ${mebibytes(list.bytes / 2 ** 20)}`,
  `memory ${mebibytes(before)} before, ${mebibytes(most)} at most`,
);

const stop = new AbortController();
const reading = readUntil(stop.signal);
const beside = await load({ url: other.receiveUrl, connections: 16, seconds: 10, rate: 500 });
stop.abort();
await reading;
report('500 captures a second beside such lists', `p50 ${beside.p50} ms`, `p99 ${beside.p99} ms`);
await server.stop();

async function readUntil(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) await read(`${server.url}/api/requests`);
}

/** Reads a list to its end. The times count from the request, in milliseconds. */
async function read(url: string): Promise<{ firstByte: number; whole: number; bytes: number }> {
  const started = performance.now();
  const { body } = await fetch(url, { headers: { cookie } });
  let firstByte = 0;
  let bytes = 0;
  for await (const piece of body ?? []) {
    if (bytes === 0) firstByte = performance.now() - started;
    bytes += piece.length;
  }
  return { firstByte, whole: performance.now() - started, bytes };
}
