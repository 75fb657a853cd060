import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startProcess } from '../server-process.ts';
import { send, Visitor } from '../start-server.ts';

/*
 * A killed process alone does not prove that anything reached the disk: written bytes survive it in
 * the kernel's memory. Here the kernel's own record of the calls shows the order: the body goes into
 * the write-ahead log, that file is flushed, and only then does the 200 go out.
 * It needs strace, which npm cannot bring.
 */

interface Call {
  /** Seconds since 1970 at which the call began. */
  at: number;
  text: string;
}

test('the write-ahead log is flushed between the body and the answer', async () => {
  expect(spawnSync('strace', ['-V']).status, 'strace is installed').toBe(0);
  const folder = mkdtempSync(join(tmpdir(), 'hookwell-sync-'));
  try {
    const marker = 'durable-body-marker';
    const trace = join(folder, 'trace');
    // The tracer runs beside it (-D), so that the process we start, and end, is the server itself.
    const under = ['strace', '-D', '-f', '-ff', '-ttt', '-T', '-y', '-s', '8192'];
    under.push(
      '-e',
      'trace=write,writev,pwrite64,pwritev,fdatasync,fsync,sendto,sendmsg',
      '-o',
      trace,
    );
    await using server = await startProcess({
      databaseUrl: `sqlite:${join(folder, 'hookwell.db')}`,
      under,
    });
    const visitor = new Visitor(server);
    await visitor.ask(201, 'POST', '/api/auth/guest');
    const token = await visitor.endpoint();
    for (let count = 0; count < 5; count += 1) {
      const { status } = await send(server, token, { method: 'POST', body: `${marker}-${count}` });
      expect(status).toBe(200);
    }
    await server.end('SIGTERM');

    const calls = readCalls(folder);
    for (let count = 0; count < 5; count += 1) {
      const stored = calls.findIndex(
        ({ text }) => /^pwrite64\(\d+<[^>]*-wal>/.test(text) && text.includes(`${marker}-${count}`),
      );
      expect(stored, `capture ${count} went into the log`).toBeGreaterThanOrEqual(0);
      const answered = calls.findIndex(
        ({ text }, index) => index > stored && text.includes('Webhook received'),
      );
      expect(answered, `capture ${count} was answered`).toBeGreaterThan(stored);
      const flushed = calls
        .slice(stored, answered)
        .filter(({ text }) => /^(fdatasync|fsync)\(\d+<[^>]*-wal>\)\s+= 0/.test(text))
        .filter((flush) => endOf(flush) < (calls[answered]?.at ?? 0));
      expect(flushed.length, `capture ${count} was flushed before its answer`).toBeGreaterThan(0);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}, 60_000);

/** With -T a line ends with the seconds that the call took: `<0.000123>`. */
function endOf({ at, text }: Call): number {
  return at + Number(/<([\d.]+)>$/.exec(text)?.[1]);
}

function readCalls(folder: string): Call[] {
  return readdirSync(folder)
    .filter((name) => name.startsWith('trace.'))
    .flatMap((name) => readFileSync(join(folder, name), 'latin1').split('\n'))
    .map((line) => {
      const space = line.indexOf(' ');
      return { at: Number(line.slice(0, space)), text: line.slice(space + 1) };
    })
    .filter(({ at }) => at > 0)
    .toSorted((a, b) => a.at - b.at);
}
