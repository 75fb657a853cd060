import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startRefused } from './server-process.ts';

describe('a setting that only the start can find wrong stops it with one line that names it', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'hookwell-start-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const refused = (environment: Record<string, string>) =>
    startRefused({ databaseFile: join(folder, 'hookwell.db'), environment });

  test.each([
    // RFC 5737 keeps this address for documents: no machine has it.
    ['192.0.2.1', /^hookwell: HOOKWELL_HOST must be .* "192\.0\.2\.1" \(EADDRNOTAVAIL\)\n$/],
    ['two\nlines', /^hookwell: HOOKWELL_HOST must be .* "two\\nlines" \(\w+\)\n$/],
  ])('HOOKWELL_HOST=%j', async (host, line) => {
    const { code, standardError } = await refused({ HOOKWELL_HOST: host });
    expect(standardError).toMatch(line);
    expect(code).toBe(1);
  });

  test('HOOKWELL_PORT of a port that is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const outcome = await refused({ HOOKWELL_PORT: String(port) });
    other.close();
    expect(outcome).toEqual({
      code: 1,
      standardError: `hookwell: HOOKWELL_PORT must be a free port: ${port} is in use at "127.0.0.1"\n`,
    });
  });

  test.each([
    ['/dev/null/hookwell.db', 'ENOTDIR: [^\\n]*'],
    ['/dev/null', 'it is no regular file'],
    ['/', 'it names no file, as in [^\\n]*'],
  ])('HOOKWELL_DATABASE_URL=sqlite:%s', async (file, reason) => {
    const { code, standardError } = await startRefused({ databaseFile: file });
    const sentence = `Cannot open the database sqlite:${file} \\(HOOKWELL_DATABASE_URL\\): ${reason}`;
    expect(standardError).toMatch(new RegExp(`^hookwell: ${sentence}\n$`));
    expect(code).toBe(1);
  });

  test
    .runIf(process.platform === 'linux')
    .each([
      '/proc/1/none/hookwell.db',
      '/proc/none/hookwell.db',
      '/proc/hookwell.db',
      '/proc/self/fd/0',
      '/proc/cpuinfo',
      '/proc',
      '/sys/none/hookwell.db',
    ])('HOOKWELL_DATABASE_URL=sqlite:%s, without waiting for ever', async (file) => {
    const { code, standardError } = await startRefused({
      databaseFile: file,
      under: ['timeout', '--signal=KILL', '10'],
    });
    expect(standardError).toMatch(
      /^hookwell: Cannot open the database \S+ \(HOOKWELL_DATABASE_URL\): [^\n]+\n$/,
    );
    expect(code).toBe(1);
  });
});
