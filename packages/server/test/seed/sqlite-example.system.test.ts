import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { createSecret } from '../../src/keys/public.ts';
import { freshDatabase } from '../fresh-database.ts';
import { startProcess } from '../server-process.ts';

const folder = join(import.meta.dirname, '../../../../examples/compose');
const run = promisify(execFile);

/** The environment of a service of the compose file, with that of its user. */
function environmentOf(service: string, user: Record<string, string>): Record<string, string> {
  const { services } = parse(readFileSync(join(folder, 'compose.yaml'), 'utf8'));
  const entries: [string, string][] = Object.entries(services[service].environment);
  return Object.fromEntries(
    entries.map(([name, value]) => [
      name,
      value.replace(/\$\{(\w+):\?.*\}$/, (_all, wanted: string) => user[wanted] ?? ''),
    ]),
  );
}

test('the test of the compose file passes against its server, also after a restart', async () => {
  await using database = await freshDatabase();
  const user = { CI_KEY: createSecret() };
  const file = join(folder, 'hookwell.yaml');
  const environment = {
    ...environmentOf('hookwell', user),
    ...{ HOOKWELL_HOST: '127.0.0.1', HOOKWELL_BASE_URL: '', HOOKWELL_SEED_FILE: file },
  };
  for (const _start of [1, 2]) {
    await using server = await startProcess({ databaseUrl: database.url, environment });
    const env = { ...environmentOf('test', user), HOOKWELL_URL: server.url };
    const options = { cwd: folder, env: { PATH: process.env.PATH, ...env } };
    const { stdout } = await run(process.execPath, ['--test', '--test-reporter=tap'], options);
    expect(stdout).toMatch(/^# pass 1$/m);
    expect(await server.end('SIGTERM')).toBe(0);
  }
});
