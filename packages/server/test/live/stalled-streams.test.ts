import { readFileSync } from 'node:fs';
import { platform } from 'node:os';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { startProcess } from '../server-process.ts';
import { password, send, startGuest, Visitor } from '../start-server.ts';
import { openStream } from './stream-client.ts';

const mebibyte = 1024 * 1024;

/** Each byte is written with six characters. */
const worst = Buffer.alloc(24 * mebibyte, 1);

function watch(visitor: Visitor) {
  return openStream(`${visitor.server.url}/api/sse`, { cookie: visitor.cookie ?? '' });
}

function residentBytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) * 1024;
}

test.runIf(platform() === 'linux').each([
  ['large', worst, {}],
  ['compressed', gzipSync(worst), { 'content-encoding': 'gzip' }],
])(
  'streams with a %s capture that is not read leave the memory and the others alone',
  async (_, body, headers) => {
    await using server = await startProcess();
    const hostile = await startGuest(server);
    const other = new Visitor(server);
    await other.ask(201, 'POST', '/api/auth/register', { email: 'other@example.com', password });
    const [theirs, mine] = [await hostile.endpoint(), await other.endpoint()];
    using watching = await watch(other);
    await send(server, theirs, { method: 'POST', body, headers });
    const before = residentBytes(server.pid);
    const stalled = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const client = await watch(hostile);
        client.response.pause();
        return client;
      }),
    );
    let most = 0;
    // Each stream has been given something by then.
    for (
      let sent = 1;
      stalled.some(({ response }) => response.socket.bytesRead < 32 * 1024);
      sent++
    ) {
      const sentAt = performance.now();
      await send(server, mine, { method: 'POST', body: 'small' });
      await watching.received(sent);
      expect(performance.now() - sentAt).toBeLessThan(20_000);
      most = Math.max(most, residentBytes(server.pid));
    }
    expect((most - before) / mebibyte).toBeLessThan(300);
    const [first, ...rest] = stalled;
    for (const client of rest) client[Symbol.dispose]();
    first?.response.resume();
    const [request] = (await first?.received(1)) ?? [];
    expect(request?.body).toHaveLength(worst.length);
    expect(first?.ended).toBe('no');
    first?.[Symbol.dispose]();
  },
);
