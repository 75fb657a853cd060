import { report, reportLoad } from './figures.ts';
import { load, oneKilobyte } from './load.ts';
import { startHookwell, visit } from './servers.ts';

/**
 * Latency of captures at a steady 500 a second while a list of 10,000 is being read, over and over, and
 * 100 streams are open, all of the same account. Run: npm run bench:steady
 */
const server = await startHookwell();
const { cookie, receiveUrl } = await visit(server);
const headers = { cookie };
await load({ url: receiveUrl, connections: 16, seconds: 1, rate: 10_000, body: oneKilobyte });
const newest = await fetch(`${server.url}/api/requests?limit=1&view=summary`, { headers });
// A page of one captured request.
const [{ id } = { id: 0 }] = (await newest.json()) as { id: number }[];
const streams = await Promise.all(
  Array.from({ length: 100 }, () => fetch(`${server.url}/api/sse?after=${id}`, { headers })),
);
const reading = streams.map((stream) => stream.body?.pipeTo(new WritableStream()).catch(() => {}));
let lists = 0;
let finished = false;
const lister = (async () => {
  while (!finished) {
    const list = await fetch(`${server.url}/api/requests`, { headers });
    for await (const piece of list.body ?? []) void piece;
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
finished = true;
await lister;
reportLoad('steady 500/s, a list of 10,000 being read, 100 streams open', result);
report('lists read meanwhile', String(lists));
await server.stop();
await Promise.all(reading);
