import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, test } from 'vitest';
import { freshDatabase } from './fresh-database.ts';
import { startRefused } from './server-process.ts';

describe('a setting that only the start can find wrong stops it with one line that names it', () => {
  const refused = async (environment: Record<string, string>) => {
    await using database = await freshDatabase();
    return await startRefused({ databaseUrl: database.url, environment });
  };

  test.each([
    // RFC 5737 keeps this address for documents: no machine has it.
    [
      '192.0.2.1',
      /^hookwell: HOOKWELL_HOST or --host must be .* "192\.0\.2\.1" \(EADDRNOTAVAIL\)\n$/,
    ],
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
      standardError: `hookwell: HOOKWELL_PORT or --port must be a free port: ${port} is in use at "127.0.0.1"\n`,
    });
  });
});
