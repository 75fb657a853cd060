/** A process of its own, whose two threads print what time it is, twenty times a second, until its standard input ends. */
import { isMainThread, Worker } from 'node:worker_threads';

setInterval(() => {
  const times = [Date.now(), Date.parse(new Date().toISOString()), Date.parse(Date())];
  const thread = isMainThread ? 'main' : 'other';
  process.stdout.write(`${thread} ${times.join(' ')}\n`);
}, 50);
if (isMainThread) {
  const _ = new Worker(new URL(import.meta.url));
  process.stdin.on('end', () => process.exit(0)).resume();
}
