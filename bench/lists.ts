import { mkdtempSync, rmSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median, milliseconds, report } from './figures.ts';
import { fill } from './fill.ts';
import { startHookwell, visit } from './servers.ts';

/**
 * Measures the time of a page of 1,000 captures of 1 KB, then the first byte and the memory of a list of 100,000.
 * Run: npm run bench:lists
 */
const folder = mkdtempSync(join(tmpdir(), 'hookwell-bench-lists-'));
try {
  const first = await startHookwell({ folder });
  const { token, cookie } = await visit(first);
  await first.stop();
  await fill(join(folder, 'hookwell.db'), token, 100_000);

  const server = await startHookwell({ folder });
  const page = `${server.url}/api/requests/endpoint/${token}?limit=1000`;
  const pages: number[] = [];
  for (let count = 0; count < 200; count += 1) pages.push((await read(page, cookie)).wholeList);
  // The first half warms up.
  pages.splice(0, 100);
  report(
    'listing 1,000 of 1 KB',
    `median of 100 ${milliseconds(median(pages))}`,
    `best ${milliseconds(Math.min(...pages))}`,
  );

  const before = server.memory();
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, server.memory());
  }, 20);
  const list = await read(`${server.url}/api/requests`, cookie);
  clearInterval(watch);
  report(
    'list of 100,000',
    `first byte ${milliseconds(list.firstByte)}`,
    `whole ${milliseconds(list.wholeList)} for ${(list.bytes / (1024 * 1024)).toFixed(0)} MiB`,
    `memory ${before.toFixed(0)} MiB before, ${most.toFixed(0)} MiB at most`,
  );
  await server.stop();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Reads a list to its end; the times count from sending the request, in milliseconds. */
function read(
  url: string,
  cookie: string,
): Promise<{ firstByte: number; wholeList: number; bytes: number }> {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const request = get(url, { headers: { cookie } }, (response) => {
      let firstByte = 0;
      let bytes = 0;
      response.on('data', (piece: Buffer) => {
        if (bytes === 0) firstByte = performance.now() - started;
        bytes += piece.length;
      });
      response.on('end', () =>
        resolve({ firstByte, wholeList: performance.now() - started, bytes }),
      );
      response.on('error', reject);
    });
    request.on('error', reject);
  });
}
