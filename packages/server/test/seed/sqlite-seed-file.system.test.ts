// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the form of references to the environment
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { createSecret } from '../../src/keys/public.ts';
import { freshDatabase } from '../fresh-database.ts';
import { startProcess, startRefused } from '../server-process.ts';
import { send, Visitor } from '../start-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'hookwell-seed-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const secret = createSecret();
const token = 'known'.padEnd(26, '0');
const text = `
accounts:
  - email: ci@example.com
    plan: plus
    keys: [{ name: pipeline, secret: "\${CI_KEY}" }]
    endpoints: [{ name: Shop, token: ${token} }]
`;

function seedFile(content: string | Uint8Array): string {
  const file = join(folder, `${crypto.randomUUID()}.yaml`);
  writeFileSync(file, content);
  return file;
}

describe('HOOKWELL_SEED_FILE', () => {
  test('is applied before the server is ready, at every start, and no secret is logged', async () => {
    await using database = await freshDatabase();
    const environment = { HOOKWELL_SEED_FILE: seedFile(text), CI_KEY: secret };
    const options = { databaseUrl: database.url, environment };
    for (const count of [1, 2]) {
      await using server = await startProcess(options);
      const captured = await send(server, token, { method: 'POST', body: 'hello' });
      expect(captured.id).toBeGreaterThan(0);
      const program = new Visitor(server, { key: secret });
      expect(await program.ask(200, 'GET', '/api/requests')).toHaveLength(count);
      expect(await server.end('SIGTERM')).toBe(0);
      expect(server.standardError()).not.toContain(secret);
    }
  });

  test('goes on with a damaged key file, and warns of the endpoint that keeps its settings', async () => {
    await using database = await freshDatabase();
    const keyFile = `${database.url.replace('sqlite:', '')}.secrets-key`;
    const settings = '{ verify: { scheme: github, secrets: [a-secret-k3f9] } }';
    const verifying = text.replace(`${token} }`, `${token}, settings: ${settings} }`);
    const environment = { HOOKWELL_SEED_FILE: seedFile(verifying), CI_KEY: secret };
    const options = { databaseUrl: database.url, environment };
    for (const damaged of [undefined, 'no key']) {
      if (damaged !== undefined) writeFileSync(keyFile, damaged);
      await using server = await startProcess(options);
      await send(server, token, { method: 'POST', body: '{}' });
      const program = new Visitor(server, { key: secret });
      const [{ signature }] = await program.ask(200, 'GET', '/api/requests?limit=1');
      expect(signature.verdict).toBe(damaged === undefined ? 'missing' : 'unverifiable');
      const warning = 'HOOKWELL_SEED_FILE: accounts[0].endpoints[0] is left as it is: This service';
      expect(server.standardError().includes(warning)).toBe(damaged !== undefined);
    }
    expect(readFileSync(keyFile, 'utf8')).toBe('no key');
  });

  test.each([
    [text, 'accounts[0].keys[0].secret: the environment variable CI_KEY is not set'],
    [undefined, undefined],
  ])(
    'with a fault stops the start with one line that names the place: %#',
    async (content, place) => {
      await using database = await freshDatabase();
      const file = content === undefined ? join(folder, 'nowhere.yaml') : seedFile(content);
      const environment = { HOOKWELL_SEED_FILE: file };
      const { code, standardError } = await startRefused({
        databaseUrl: database.url,
        environment,
      });
      expect(code).toBe(1);
      expect(standardError).toMatch(/^hookwell: HOOKWELL_SEED_FILE must be .*\n$/);
      expect(standardError).toContain(place ?? 'a file that can be read');
    },
  );
});
