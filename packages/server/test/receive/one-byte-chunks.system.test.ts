import { expect, test } from 'vitest';
import { eventually } from '../eventually.ts';
import { forFile } from '../kept-for.ts';
import { openSocket, readAnswer } from '../raw-http.ts';
import { startProcess } from '../server-process.ts';
import { startGuest } from '../start-server.ts';

const mebibyte = 1024 * 1024;
/** The heap of the process; it needs half of this to start. */
const heapMebibytes = 96;
/** At 180 bytes of heap for each chunk, as it was when every piece was kept, half of these would be too much. */
const chunks = 400_000;

const server = forFile(
  await startProcess({
    environment: {
      NODE_OPTIONS: `--max-old-space-size=${heapMebibytes}`,
      HOOKWELL_PAYMENT_WEBHOOK_SECRETS: 'whsec_test',
    },
  }),
);

async function figure(name: string): Promise<number> {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
}

async function memory(): Promise<number> {
  return (
    (await figure('nodejs_heap_size_used_bytes')) + (await figure('nodejs_external_memory_bytes'))
  );
}

test('bodies of one-byte chunks take about as much memory as they have bytes', async () => {
  const visitor = await startGuest(server);
  const token = await visitor.endpoint();
  const before = await memory();
  const targets = [`/wh/${token}`, '/api/billing/webhook'];
  const sockets = await Promise.all(targets.map(() => openSocket(server.url)));
  const answers = sockets.map(readAnswer);
  const all = Buffer.from('1\r\nx\r\n'.repeat(chunks));
  for (const [index, socket] of sockets.entries()) {
    socket.write(
      `POST ${targets[index]} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n`,
    );
    socket.write(all);
  }
  await eventually(
    () => figure('hookwell_bodies_in_flight_bytes'),
    (held) => held >= chunks,
    30_000,
  );
  expect(await figure('hookwell_bodies_in_flight_bytes')).toBeLessThan(1.1 * chunks + mebibyte);
  // The garbage collector may not have run yet.
  await eventually(memory, (now) => now - before < 4 * chunks + 32 * mebibyte, 20_000);
  for (const socket of sockets) socket.write('0\r\n\r\n');
  const statuses = await Promise.all(answers.map(async (answer) => (await answer).status));
  expect(statuses).toEqual([200, 400]);
  const stored = await visitor.ask(200, 'GET', '/api/requests?view=summary');
  expect(stored.map(({ bodySize }: { bodySize: number }) => bodySize)).toEqual([chunks]);
});
