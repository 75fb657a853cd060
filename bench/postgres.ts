import { load, mebibytes, median, report } from './load.ts';
import { startDatabase, startHookwell, visit } from './service.ts';

/**
 * Measures durable captures of 1 KB a second through one node and through two on one PostgreSQL that flushes every commit, in turns,
 * and a capture to a live stream of the other node. Run: npm run bench:postgres
 */
const rounds = 3;
const seconds = 6;
const connections = 256;

const database = await startDatabase();
const first = await startHookwell({ databaseUrl: database.url });
const second = await startHookwell({ databaseUrl: database.url });
const { token, cookie, receiveUrl } = await visit(first);
const otherUrl = `${second.url}/wh/${token}`;

const ratios: number[] = [];
for (let round = 0; round < rounds; round += 1) {
  const one = await load({ url: receiveUrl, connections, seconds });
  const half = { connections: connections / 2, seconds };
  const [own, other] = await Promise.all([
    load({ url: receiveUrl, ...half }),
    load({ url: otherUrl, ...half }),
  ]);
  const two = own.perSecond + other.perSecond;
  report('one node', `${one.perSecond.toFixed(0)}/s`, `p99 ${one.p99} ms`);
  report('two nodes', `${two.toFixed(0)}/s`, `p99 ${Math.max(own.p99, other.p99)} ms`);
  ratios.push(two / one.perSecond);
}
report('two nodes to one', median(ratios).toFixed(2));
report('memory of a node', mebibytes(first.memory()));

const newest = (await fetch(receiveUrl, { method: 'POST' })).headers.get('hookwell-request');
const { body } = await fetch(`${second.url}/api/sse?after=${newest}`, { headers: { cookie } });
const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
const times: number[] = [];
for (let count = 0; count < 100; count += 1) {
  const marker = `marker-${count}.`;
  const began = performance.now();
  await fetch(receiveUrl, { method: 'POST', body: marker });
  for (let text = ''; !text.includes(marker); ) text += (await reader?.read())?.value ?? marker;
  times.push(performance.now() - began);
}
report('a capture to a stream of the other node', `median ${median(times).toFixed(1)} ms`);
await reader?.cancel();
await first.stop();
await second.stop();
await database.stop();
