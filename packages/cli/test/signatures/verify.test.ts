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
const folder = mkdtempSync(join(tmpdir(), 'hookwell-verify-'));
const file = join(folder, 'calls.har');
const environment: Record<string, string> = {
  HOME: folder,
  SECRET: secret,
  OLD: 'the-former-secret-5678',
  LINE: `${secret}\n`,
  EMPTY: '',
};
let said = '';
const server = forFile(await startServer());
const workplace = forFile(await KeyWorkplace.on(server));
const token = await workplace.visitor.endpoint();
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

interface HarRequest {
  headers?: Record<string, string>;
  postData?: object;
  bodySize?: number;
  url?: string;
}

function har(...requests: HarRequest[]): string {
  const entries = requests.map(
    ({ headers = {}, postData, bodySize = -1, url = 'https://h/x?a=1' }) => ({
      startedDateTime: received,
      request: {
        ...{ method: 'POST', url, httpVersion: 'HTTP/1.1', bodySize },
        headers: Object.entries({ ':method': 'POST', ...headers }).map(([name, value]) => ({
          name,
          value,
        })),
        ...(postData && { postData }),
      },
    }),
  );
  return JSON.stringify({ log: { version: '1.2', entries } });
}

const github = (body: string | Uint8Array, key?: string) => ({
  'X-Hub-Signature-256': `sha256=${hex(body, key)}`,
});
const withSecret = ['--secret-env', 'SECRET'];
const umlaut = '{"a":"ü"}';
const bytes = Buffer.from([0, 255, 1]);

/** The verdicts of a run on this archive. */
async function verdicts(text: string, ...words: string[]) {
  writeFileSync(file, text);
  const { out, failure } = await run(file, ...words, '--json');
  const lines = out.trimEnd().split('\n').filter(Boolean);
  return { findings: lines.map((line) => JSON.parse(line)), failure };
}

describe('the requests of an archive', () => {
  test.each<[string, HarRequest]>([
    ['text', { headers: github(umlaut), postData: { text: umlaut }, bodySize: 10 }],
    [
      'text, a byte a character',
      { headers: github(Buffer.from(umlaut, 'latin1')), postData: { text: umlaut }, bodySize: 9 },
    ],
    [
      'Base64',
      { headers: github(bytes), postData: { text: bytes.toString('base64'), encoding: 'base64' } },
    ],
    [
      'exact bytes beside the text',
      { headers: github(bytes), postData: { text: '?', _base64: bytes.toString('base64') } },
    ],
    [
      'a form',
      {
        headers: github('a=1+%2B+1&b='),
        postData: {
          params: [
            { name: 'a', value: '1 + 1' },
            { name: 'b', value: '' },
          ],
        },
      },
    ],
    ['no body', { headers: github('') }],
  ])('are verified over their body: %s', async (_, request) => {
    const { findings, failure } = await verdicts(har(request), '--scheme', 'github', ...withSecret);
    expect({ findings, failure }).toMatchObject({
      findings: [{ entry: 1, signature: { verdict: 'valid', reason: 'secret in SECRET' } }],
      failure: '',
    });
  });

  test('are valid at the time that the archive tells, and not at another', async () => {
    const t = Date.parse(received) / 1000;
    const headers = { 'stripe-signature': `t=${t},v1=${hex(`${t}.{}`, environment.OLD)}` };
    const text = har({ headers, postData: { text: '{}' } });
    const words = ['--scheme', 'stripe', '--secret-env', 'SECRET', '--secret-env', 'OLD'];
    expect((await verdicts(text, ...words)).findings).toMatchObject([
      { signature: { verdict: 'valid', reason: 'secret in OLD', signedAt: received } },
    ]);
    expect((await verdicts(text, ...words, '--at', '2026-03-01T12:01:00Z')).failure).toBe('');
    for (const more of [
      ['--at', 'now'],
      ['--at', '2026-03-01T12:01:00Z', '--tolerance', '30s'],
    ]) {
      expect((await verdicts(text, ...words, ...more)).failure).toBe(
        'CommandFailure: The signature is not valid',
      );
    }
  });

  test('are verified for the address that their sender was given, with their own query', async () => {
    const own = {
      scheme: 'custom',
      header: 'Sig',
      algorithm: 'sha1',
      encoding: 'hex',
      signed: '{url} {body}',
    };
    const settings = join(folder, 'settings.yaml');
    writeFileSync(settings, `verify: ${JSON.stringify(own)}\n`);
    const text = har({ headers: { sig: hex('https://shop.example?a=1 ', secret, 'sha1') } });
    const words = ['--settings', settings, ...withSecret];
    expect((await verdicts(text, ...words)).failure).not.toBe('');
    expect((await verdicts(text, ...words, '--public-url', 'https://shop.example')).failure).toBe(
      '',
    );
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
  const t = Date.parse(received) / 1000;
  const headers = { 'mux-signature': `t=${t},v1=${hex(`${t}.{}`)}` };
  const text = har({ headers, postData: { text: '{}' } });
  const { findings } = await verdicts(text, '--settings', settings, '--secret-env', 'LINE');
  expect(findings).toMatchObject([{ signature: { verdict: 'valid', signedAt: received } }]);
});

describe('a failure', () => {
  test('is explained in a line, safe for a terminal, and the command counts', async () => {
    const wrong = { ...github('{}', 'another-secret'), 'X-Escape': '\u001b[2J' };
    const text = har(
      { headers: github('{}'), postData: { text: '{}' } },
      { headers: wrong, postData: { text: '{}' }, url: 'https://h/\u001b[2J' },
      { postData: { text: '{}' } },
    );
    writeFileSync(file, text);
    const { out, failure } = await run(file, '--scheme', 'github', ...withSecret);
    expect(failure).toBe('CommandFailure: 2 of 3 signatures are not valid');
    expect(out.trimEnd().split('\n')).toEqual([
      '1.  POST  https://h/x?a=1  Signature valid: github, secret in SECRET',
      expect.stringMatching(/^2\. {2}POST {2}https:\/\/h\/␛\[2J {2}Signature invalid: github\. .+/),
      expect.stringMatching(
        /^3\. {2}POST {2}https:\/\/h\/x\?a=1 {2}Signature missing: github\. .+/,
      ),
    ]);
  });

  test.each<[string, HarRequest, string]>([
    [
      'is cut off',
      { postData: { text: '{', comment: 'cut off' } },
      'The archive says of the body: cut off',
    ],
    [
      'has another size',
      { postData: { text: '{' }, bodySize: 90 },
      'The archive has 1 bytes of the body, and 90 were sent.',
    ],
    [
      'is missing',
      { bodySize: 90 },
      'The archive has no body of this request, which had 90 bytes.',
    ],
    [
      'is not text',
      { postData: { text: 'a\ufffd' } },
      'The archive lacks bytes of the body that are not text.',
    ],
    [
      'is a form',
      { postData: { text: '', params: [{ name: 'a' }] } },
      'The body was put together from the fields of the form.',
    ],
  ])('says that the body %s', async (_, request, doubt) => {
    const { findings } = await verdicts(
      har({ ...request, headers: github('{}') }),
      ...['--scheme', 'github', ...withSecret],
    );
    expect(findings).toMatchObject([{ signature: { verdict: 'invalid' } }]);
    expect(findings[0].signature.reason).toContain(doubt);
  });
});

describe('a captured request', () => {
  test('is verified as it was sent, and so is an exported one', async () => {
    const t = Math.floor(Date.now() / 1000);
    const headers = {
      'stripe-signature': `t=${t},v1=${hex(Buffer.concat([Buffer.from(`${t}.`), bytes]))}`,
    };
    const { id } = await send(server, token, { method: 'POST', headers, body: bytes });
    const words = ['--scheme', 'stripe', ...withSecret];
    expect(await run('--request', String(id), ...words)).toMatchObject({
      out: expect.stringMatching(
        `^#${id}  POST  http.*/wh/${token}  Signature valid: stripe, secret in SECRET, signed`,
      ),
      failure: '',
    });
    const exported = ['requests', 'export', token, '--format', 'har'];
    const { out } = await runInProcess(exported, workplace.environment);
    expect((await verdicts(out, ...words)).failure).toBe('');
  });

  test('cannot be verified by a header that was not stored, and the command says so', async () => {
    const body = '{}';
    const { id } = await send(server, token, { method: 'POST', headers: github(body), body });
    const { out, failure } = await run(
      '--request',
      String(id),
      '--scheme',
      'github',
      ...withSecret,
    );
    expect(failure).toBe('CommandFailure: The signature is not valid');
    expect(out).toContain(
      'Signature unverifiable: github. Headers whose names begin with X- are dropped unless the settings of the endpoint keep them ("xHeaders": "keep"), and so was x-hub-signature-256. Its endpoint verified no signatures when it came.',
    );
    const exporting = ['requests', 'export', token, '--match', `id=${id}`, '--format', 'har'];
    const { out: archive } = await runInProcess(exporting, workplace.environment);
    const told = await verdicts(archive, '--scheme', 'github', ...withSecret);
    expect(told.failure).toBe('CommandFailure: The signature is not valid');
    expect(told.findings.map(({ signature }) => signature)).toEqual([
      {
        scheme: 'github',
        verdict: 'unverifiable',
        reason:
          'Headers whose names begin with X- are dropped unless the settings of the endpoint keep them ("xHeaders": "keep"), and so was x-hub-signature-256.',
      },
    ]);
    const claimed = archive.replace(
      '"droppedHeaders":1',
      '"droppedHeaders":1,"signature":{"verdict":"valid"}',
    );
    const [claim] = (await verdicts(claimed, '--scheme', 'github', ...withSecret)).findings;
    expect(claim.signature).toMatchObject({
      verdict: 'unverifiable',
      reason: expect.stringContaining('. The archive says that it was valid when it came.'),
    });
    const kept = JSON.parse(archive);
    kept.log.entries[0].request.headers.push({ name: 'X-Hub-Signature-256', value: 'sha256=00' });
    const [wrong] = (await verdicts(JSON.stringify(kept), '--scheme', 'github', ...withSecret))
      .findings;
    expect(wrong.signature).toMatchObject({ verdict: 'invalid' });
    const bare = await send(server, token, { method: 'POST', body });
    const missing = await run('--request', String(bare.id), '--scheme', 'github', ...withSecret);
    expect(missing.out).toContain('Signature missing: github.');
    const gone = await run('--request', '999999', '--scheme', 'github', ...withSecret);
    expect(gone.failure).toContain('CommandFailure: ');
  });
});

test.each<[string, string[], string]>([
  ['nothing', [], 'UsageError: FILE is missing'],
  ['both', ['x.har', '--request', '1'], 'UsageError: Only one of FILE and --request'],
  ['no scheme', ['x.har', ...withSecret], 'UsageError: Option --scheme is missing'],
  ['no secret', ['x.har', '--scheme', 'github'], 'UsageError: Option --secret-env is missing'],
  [
    'the secret itself',
    ['x.har', '--scheme', 'github', '--secret-env', secret],
    'there is none of this name',
  ],
  ['an empty one', ['x.har', '--scheme', 'github', '--secret-env', 'EMPTY'], 'is empty'],
  [
    'no time',
    ['x.har', '--scheme', 'github', ...withSecret, '--at', 'noon'],
    'UsageError: Option --at',
  ],
  [
    'no address',
    ['x.har', '--scheme', 'github', ...withSecret, '--public-url', 'h'],
    'UsageError: Option --public-url',
  ],
  [
    'no file',
    [join(folder, 'nothing.har'), '--scheme', 'github', ...withSecret],
    'CommandFailure: Cannot read',
  ],
])('refuses %s', async (_, words, failure) => {
  expect((await run(...words)).failure).toContain(failure);
});

test.each([
  ['no JSON', '<har/>', 'it is neither an HTTP archive (HAR) nor JSON lines'],
  ['another document', '{"log":{"entries":{}}}', 'it is no HTTP archive (HAR)'],
  ['an empty one', har(), 'there is no request in it'],
  ['an entry without a request', '{"log":{"entries":[{"request":{"url":1}}]}}', 'entry 1: it'],
])('refuses a file with %s', async (_, text, failure) => {
  writeFileSync(file, text);
  expect((await run(file, '--scheme', 'github', ...withSecret)).failure).toContain(failure);
});
