import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { forFile } from '../../../server/test/kept-for.ts';
import { send, startServer } from '../../../server/test/start-server.ts';
import { KeyWorkplace } from '../forwarding/key-workplace.ts';
import { runInProcess } from '../in-process.ts';

const secret = 'a-secret-that-nobody-may-see-1234';
const received = '2026-03-01T12:00:00.000Z';
const now = Date.parse(received);
const folder = mkdtempSync(join(tmpdir(), 'hookwell-verify-'));
const environment: Record<string, string> = {
  HOME: folder,
  SECRET: secret,
  OLD: 'the-former-secret-5678',
  LINE: `${secret}\n`,
  EMPTY: '',
};
let said = '';
const server = forFile(await startServer({ clock: () => now }));
const workplace = forFile(await KeyWorkplace.on(server));
const keeping = await workplace.visitor.endpoint();
await workplace.output(
  ['endpoints', 'settings', 'set', keeping, '-'],
  JSON.stringify({ xHeaders: 'keep' }),
);
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
  for (const each of [secret, environment.OLD]) expect(said).not.toContain(each);
});

/** Runs the command; what it says is searched for the secrets in the end. */
async function run(...words: string[]) {
  const outcome = { out: '', notes: [] };
  const settings = { ...environment, ...workplace.environment };
  const failure = await runInProcess(['verify', ...words], settings, outcome).then(
    () => '',
    (error: unknown) => (error instanceof Error ? `${error.name}: ${error.message}` : ''),
  );
  said += outcome.out + failure;
  return { out: outcome.out, failure };
}

function hex(text: string | Uint8Array, key = secret, algorithm = 'sha256'): string {
  return createHmac(algorithm, key).update(text).digest('hex');
}

interface Sent {
  headers?: Record<string, string>;
  body?: string | Buffer;
  suffix?: string;
}

/** Stores a request at the endpoint that keeps all headers. */
async function store({ headers = {}, body = '{}', suffix = '?a=1' }: Sent) {
  return await send(server, `${keeping}${suffix}`, { method: 'POST', headers, body });
}

const github = (body: string | Uint8Array, key?: string) => ({
  'X-Hub-Signature-256': `sha256=${hex(body, key)}`,
});
const withSecret = ['--secret-env', 'SECRET'];
const one = ['--request', '1'];
const umlaut = '{"a":"ü"}';
const bytes = Buffer.from([0, 255, 1]);

/** Stores a request, and verifies it. */
async function verdict(sent: Sent, ...words: string[]) {
  return await verdictOf((await store(sent)).id, ...words);
}

async function verdictOf(id: number, ...words: string[]) {
  const { out, failure } = await run('--request', String(id), ...words, '--json');
  return { ...JSON.parse(out), failure };
}

describe('a captured request', () => {
  test.each<[string, Sent]>([
    ['text', { headers: github(umlaut), body: umlaut }],
    ['bytes', { headers: github(bytes), body: bytes }],
    ['nothing', { headers: github(''), body: '' }],
  ])('is verified over its body: %s', async (_, sent) => {
    expect(await verdict(sent, '--scheme', 'github', ...withSecret)).toMatchObject({
      signature: { verdict: 'valid', reason: 'secret in SECRET' },
      failure: '',
    });
  });

  test('is valid at the time at which it came, and not at another', async () => {
    const t = now / 1000;
    const headers = { 'stripe-signature': `t=${t},v1=${hex(`${t}.{}`, environment.OLD)}` };
    const words = ['--scheme', 'stripe', '--secret-env', 'SECRET', '--secret-env', 'OLD'];
    const { id } = await store({ headers });
    expect(await verdictOf(id, ...words)).toMatchObject({
      id,
      signature: { verdict: 'valid', reason: 'secret in OLD', signedAt: received },
    });
    expect((await verdictOf(id, ...words, '--at', '2026-03-01T12:01:00Z')).failure).toBe('');
    for (const more of [
      ['--at', 'now'],
      ['--at', '2026-03-01T12:01:00Z', '--tolerance', '30s'],
    ]) {
      expect((await verdictOf(id, ...words, ...more)).failure).toBe(
        'CommandFailure: The signature is not valid',
      );
    }
  });

  test('is verified for the address that its sender was given, with its own query', async () => {
    const own = {
      scheme: 'custom',
      header: 'Sig',
      algorithm: 'sha1',
      encoding: 'hex',
      signed: '{url} {body}',
    };
    const settings = join(folder, 'settings.yaml');
    writeFileSync(settings, `verify: ${JSON.stringify(own)}\n`);
    const headers = { sig: hex('https://shop.example?a=1 ', secret, 'sha1') };
    const { id } = await store({ headers, body: '' });
    const words = ['--settings', settings, ...withSecret];
    expect((await verdictOf(id, ...words)).failure).not.toBe('');
    const publicUrl = ['--public-url', 'https://shop.example'];
    expect((await verdictOf(id, ...words, ...publicUrl)).failure).toBe('');
  });
});

test('pairs in one header are read, and a line break after the secret counts for nothing', async () => {
  const verify = {
    ...{ scheme: 'custom', header: 'Mux-Signature', algorithm: 'sha256', encoding: 'hex' },
    pairs: { signature: 'v1', timestamp: 't' },
    signed: '{timestamp}.{body}',
  };
  const settings = join(folder, 'pairs.json');
  writeFileSync(settings, JSON.stringify({ verify }));
  const t = now / 1000;
  const headers = { 'mux-signature': `t=${t},v1=${hex(`${t}.{}`)}` };
  const { signature } = await verdict(
    { headers },
    ...['--settings', settings, '--secret-env', 'LINE'],
  );
  expect(signature).toMatchObject({ verdict: 'valid', signedAt: received });
});

test('a finding is a line', async () => {
  const wrong = github('{}', 'another-secret');
  for (const [sent, line] of [
    [{ headers: github('{}') }, /\?a=1 {2}Signature valid: github, secret in SECRET\n$/],
    [{ headers: wrong, suffix: '/x' }, /\/x {2}Signature invalid: github\. .+\n$/],
    [{}, /\?a=1 {2}Signature missing: github\. .+\n$/],
  ] as const) {
    const { id } = await store(sent);
    const { out } = await run('--request', String(id), '--scheme', 'github', ...withSecret);
    expect(out).toMatch(line);
    expect(out.startsWith(`#${id}  POST  http`)).toBe(true);
  }
});

test('a header that was not stored cannot be verified, and the command says so', async () => {
  const token = await workplace.visitor.endpoint();
  const words = ['--scheme', 'github', ...withSecret];
  const { id } = await send(server, token, { method: 'POST', headers: github('{}'), body: '{}' });
  const { signature, failure } = await verdictOf(id, ...words);
  expect(failure).toBe('CommandFailure: The signature is not valid');
  expect(signature).toEqual({
    scheme: 'github',
    verdict: 'unverifiable',
    reason:
      'Headers whose names begin with X- are dropped unless the settings of the endpoint keep them ("xHeaders": "keep"), and so was x-hub-signature-256. Its endpoint verified no signatures when it came.',
  });
  const bare = await send(server, token, { method: 'POST', body: '{}' });
  expect((await verdictOf(bare.id, ...words)).signature).toMatchObject({ verdict: 'missing' });
  const gone = await run('--request', '999999', ...words);
  expect(gone.failure).toContain('CommandFailure: ');
});

test.each<[string, string[], string]>([
  ['nothing', [], 'UsageError: Option --request is missing'],
  ['an archive', ['x.har', ...one], 'UsageError: Unexpected "x.har"'],
  ['no scheme', [...one, ...withSecret], 'UsageError: Option --scheme is missing'],
  ['no secret', [...one, '--scheme', 'github'], 'UsageError: Option --secret-env is missing'],
  [
    'the secret itself',
    [...one, '--scheme', 'github', '--secret-env', secret],
    'there is none of this name',
  ],
  ['an empty one', [...one, '--scheme', 'github', '--secret-env', 'EMPTY'], 'is empty'],
  [
    'no time',
    [...one, '--scheme', 'github', ...withSecret, '--at', 'noon'],
    'UsageError: Option --at',
  ],
  [
    'no address',
    [...one, '--scheme', 'github', ...withSecret, '--public-url', 'h'],
    'UsageError: Option --public-url',
  ],
])('refuses %s', async (_, words, failure) => {
  expect((await run(...words)).failure).toContain(failure);
});
