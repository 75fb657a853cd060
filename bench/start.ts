import { mebibytes, median, milliseconds, report } from './load.ts';
import { startHookwell } from './service.ts';

/**
 * Measures the start of the service, with dashboard and bundle built, as `npm start` runs it: the time to the line that says that it is
 * ready, its processor time until then, and its memory then and after it was idle. Run: npm run bench:start
 */
const rounds = 5;
const idleMs = 5000;

const starts: { time: number; cost: number; ready: number; idle: number }[] = [];
for (let round = 0; round < rounds; round += 1) {
  const server = await startHookwell();
  const [cost, ready] = [server.processorTime(), server.memory()];
  await new Promise((resolve) => setTimeout(resolve, idleMs));
  starts.push({ time: server.readyAfterMs, cost, ready, idle: server.memory() });
  await server.stop();
}
report('ready after', milliseconds(median(starts.map(({ time }) => time))));
report('processor time until then', milliseconds(median(starts.map(({ cost }) => cost))));
report('memory when ready', mebibytes(median(starts.map(({ ready }) => ready))));
report(`memory ${idleMs / 1000} s later`, mebibytes(median(starts.map(({ idle }) => idle))));
