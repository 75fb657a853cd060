import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { eventually } from '../../../server/test/eventually.ts';
import { send, startGuest } from '../../../server/test/start-server.ts';
import { NodeClock } from '../../src/world/node-clock.ts';
import { startWorld } from '../../src/world/world.ts';

const hourMs = 60 * 60 * 1000;

test('a clock jumps in all threads of a process that runs', async () => {
  using clock = new NodeClock();
  const child = spawn(process.execPath, [join(import.meta.dirname, 'two-threads.ts')], {
    env: { ...process.env, ...clock.environment },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  /** The hours by which the three ways to look at the clock were ahead when each thread looked last. */
  const ahead = new Map<string, string>();
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    for (const [, thread = '', times = ''] of text.matchAll(/^(main|other) (.*)$/gm)) {
      const hours = times
        .split(' ')
        .map((time) => Math.round((Number(time) - Date.now()) / hourMs));
      ahead.set(thread, hours.join(' '));
    }
  });
  for (const hours of [0, 7, -30]) {
    await clock.set(hours * hourMs);
    const all = `${hours} ${hours} ${hours}`;
    await eventually(() => ahead.get('main') === all && ahead.get('other') === all);
  }
  child.stdin.end();
  await ended;
});

test('captures have the time of a clock that jumps, and the order of their ids', async () => {
  await using world = await startWorld({ store: 'sqlite', features: ['clocks'] });
  const [node] = world.nodes;
  if (node?.clock === undefined) throw new Error('the node has no clock');
  const visitor = await startGuest(node);
  const token = await visitor.endpoint();
  for (const hours of [5, -5, 0]) {
    await node.clock.set(hours * hourMs);
    await send(node, token);
  }
  const captures: { id: number; receivedAt: string }[] = await visitor.ask(
    200,
    'GET',
    '/api/requests',
  );
  const hours = captures.map(({ receivedAt }) =>
    Math.round((Date.parse(receivedAt) - Date.now()) / hourMs),
  );
  expect(hours.map((hour) => hour + 0)).toEqual([0, -5, 5]);
});
