import { createHmac, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { backup } from '../../src/operator/public.ts';
import { startProcess } from '../server-process.ts';
import { send, startGuest, startServer, type Visitor } from '../start-server.ts';

let folder: string;
let databaseUrl: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hookwell-secrets-'));
  databaseUrl = `sqlite:${join(folder, 'hookwell.db')}`;
});

afterEach(() => rmSync(folder, { recursive: true }));

const environment = { HOOKWELL_LOG_LEVEL: 'trace' };
const secrets = Array.from({ length: 6 }, () => randomBytes(18).toString('base64url'));
const [first = '', second = '', third = '', fourth = '', wrong = '', short = ''] = secrets;
const github = (...secrets: unknown[]) => ({ verify: { scheme: 'github', secrets } });

/** The text without its end, which a hint shows, in the forms that a careless copy could have. */
function formsOf(secret: string): Buffer[] {
  const text = secret.slice(0, -4);
  const bytes = Buffer.from(text);
  return [bytes, ...(['hex', 'base64'] as const).map((form) => Buffer.from(bytes.toString(form)))];
}

function expectNone(name: string, content: Uint8Array): void {
  const found = secrets.flatMap((secret, index) =>
    formsOf(secret).some((form) => Buffer.from(content).includes(form)) ? [index] : [],
  );
  expect({ name, found }).toEqual({ name, found: [] });
}

/** The answers of the API to all that can be done with secrets. */
async function useSecrets(visitor: Visitor): Promise<string> {
  const answers: string[] = [];
  const token = await visitor.endpoint();
  const path = `/api/endpoints/${token}/settings`;
  const put = async (body: unknown) => {
    const response = await visitor.call('PUT', path, body);
    answers.push(`${response.status} ${await response.text()}`);
  };
  await put(github(first, second));
  await put(github({ hint: `…${second.slice(-4)}` }, third));
  await put(github(third, { hint: `…${wrong.slice(-4)}` }));
  await put({ verify: { scheme: 'svix', secrets: [`whsec_${wrong}!`] } });
  await put({ verify: { scheme: wrong, secrets: [wrong] } });
  await put({ verify: { scheme: 'github', secrets: { [wrong]: wrong } } });
  await put({ verify: { scheme: 'github', secrets: [[wrong]] } });
  await put(github(fourth.slice(0, 11), short, fourth));
  expect(answers.map((answer) => Number(answer.slice(0, 3)))).toEqual([
    200, 200, 400, 400, 400, 400, 400, 200,
  ]);
  for (const secret of [fourth, third, wrong]) {
    const body = '{"action":"opened"}';
    const signature = createHmac('sha256', secret).update(body).digest('hex');
    const headers = { 'x-hub-signature-256': `sha256=${signature}` };
    await send(visitor.server, token, { method: 'POST', body, headers });
  }
  const reads = [path, `/api/requests/endpoint/${token}`, `/api/endpoints/${token}/deliveries`];
  for (const address of [...reads, '/api/auth/me', '/api/usage', '/metrics', '/docs']) {
    answers.push(await (await visitor.call('GET', address)).text());
  }
  return answers.join('\n');
}

test('no secret stands in answers, the log, the database, its write-ahead log, metrics or a backup', async () => {
  {
    await using server = await startProcess({ databaseUrl, environment });
    const answers = await useSecrets(await startGuest(server));
    expect(answers).toContain('hookwell_');
    expectNone('answers', Buffer.from(answers));
    const keys = await backup({ HOOKWELL_DATABASE_URL: databaseUrl }, join(folder, 'backup.db'), {
      overwrite: false,
    });
    expect(keys).toEqual([join(folder, 'hookwell.db.secrets-key')]);
    await server.end('SIGKILL');
    expect(server.standardError()).toContain('answered');
    expectNone('log', Buffer.from(server.standardError()));
  }
  const files = readdirSync(folder);
  expect(files).toEqual(expect.arrayContaining(['backup.db', 'hookwell.db', 'hookwell.db-wal']));
  for (const name of files) expectNone(name, readFileSync(join(folder, name)));
});

test('a start without the key tells how many endpoints lack it; with the key as a setting it is silent', async () => {
  {
    await using server = await startServer({ databaseUrl });
    const guest = await startGuest(server);
    const token = await guest.endpoint();
    await guest.ask(200, 'PUT', `/api/endpoints/${token}/settings`, github(first));
  }
  const keyFile = join(folder, 'hookwell.db.secrets-key');
  const key = readFileSync(keyFile, 'utf8');
  renameSync(keyFile, join(folder, 'elsewhere'));
  const warnings = async (environment: Record<string, string>) => {
    await using server = await startProcess({ databaseUrl, environment });
    await server.end('SIGTERM');
    return server
      .standardError()
      .split('\n')
      .filter((line) => line.includes('"level":40'));
  };
  const [warning, ...more] = await warnings({});
  expect(more).toEqual([]);
  expect(warning).toContain(
    'The secrets of 1 endpoint were encrypted under a key that is not here',
  );
  expect(warning).toContain(keyFile);
  expect(await warnings({ HOOKWELL_SECRETS_KEY: key })).toEqual([]);
});
