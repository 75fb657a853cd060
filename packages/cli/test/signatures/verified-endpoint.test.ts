import { writeFileSync } from 'node:fs';
import { HookwellClient } from '@hookwell/client';
import { Verifier } from '@hookwell/core/signatures/verify';
import { expect, test } from 'vitest';
import { forFile } from '../../../server/test/kept-for.ts';
import { startServer } from '../../../server/test/start-server.ts';
import { KeyWorkplace } from '../forwarding/key-workplace.ts';
import { startTarget } from '../forwarding/target-server.ts';
import { runInProcess } from '../in-process.ts';
import { startAssistant } from '../mcp/assistant.ts';

const secret = 'a-secret-that-nobody-may-see-1234';

/** The ids of a request with the right signature, and of one that another secret signed. */
const server = forFile(await startServer());
const workplace = forFile(await KeyWorkplace.on(server));
const target = forFile(await startTarget());
const { HOOKWELL_URL: baseUrl = '', HOOKWELL_API_KEY: apiKey = '' } = workplace.environment;
const client = new HookwellClient({ baseUrl, apiKey });
Object.assign(workplace.environment, { SECRET: secret, WRONG: 'another-secret-5678' });
const token = await workplace.visitor.endpoint();
const verify = { scheme: 'github', secrets: [secret] };
await client.endpoints.settings(token).put({ verify, xHeaders: 'drop' });
const valid = await sample('github:push', 'SECRET');
const invalid = await sample('github:pull_request', 'WRONG');

async function run(...words: string[]): Promise<string> {
  const { out } = await runInProcess(words, workplace.environment);
  expect(out).not.toContain(secret);
  return out;
}

/** Sends a sample, signed by its sender with the secret in this variable; gives its id. */
async function sample(name: string, variable: string, to = token): Promise<string> {
  return (await run('send', to, '--sample', name, '--secret-env', variable)).trim();
}

test('a sample that is sent with the secret is valid at its endpoint, and one without is not', async () => {
  const [second, first] = await client.requests.list({ endpoint: token });
  expect(first).toMatchObject({
    id: Number(valid),
    event: 'push',
    signature: { scheme: 'github', verdict: 'valid', reason: expect.stringContaining('…1234') },
  });
  expect(second).toMatchObject({ event: 'pull_request', signature: { verdict: 'invalid' } });
});

test.each([
  ['stripe', 'stripe:invoice.paid', 'invoice.paid'],
  ['shopify', 'shopify:orders/create', 'orders/create'],
  ['gitlab', 'gitlab:push', 'Push Hook'],
  ['twilio', 'twilio:sms', undefined],
])('%s: so are the samples of other senders', async (scheme, name, event) => {
  const other = await workplace.visitor.endpoint();
  await client.endpoints.settings(other).put({ verify: { scheme, secrets: [secret] } });
  await sample(name, 'SECRET', other);
  const [request] = await client.requests.list({ endpoint: other });
  expect(request?.signature).toMatchObject({ scheme, verdict: 'valid' });
  expect(request?.event).toBe(event);
});

test('the client waits for a verdict, and says why there is none', async () => {
  const endpoint = client.endpoint(token);
  const options = { timeout: 0 };
  expect((await endpoint.waitFor('signature=valid event=push', options)).id).toBe(Number(valid));
  const error = await endpoint.waitFor('signature=stale', options).catch((reason) => reason);
  expect(String(error)).toMatch(/✗ signature=stale: it was invalid \(github: [A-Z].+\.\)/);
});

test('lists, details, archives and JSON have verdict, reason and event', async () => {
  const [headings = '', ...rows] = (await run('requests', 'list', token)).split('\n');
  const from = headings.indexOf('SIGNATURE');
  expect(rows.slice(0, 2).map((row) => row.slice(from).split(' ')[0])).toEqual([
    'invalid',
    'valid',
  ]);
  expect(rows[0]).toContain('GitHub pull_request ');
  expect(await run('requests', 'list', token, '--match', 'signature=invalid')).not.toContain(
    'push',
  );
  expect(await run('requests', 'show', invalid)).toMatch(/\nSignature invalid: github\. [A-Z].+\n/);
  expect(await run('requests', 'show', valid)).toContain('\nSignature valid: github, ');
  const line = JSON.parse(await run('requests', 'show', valid, '--json'));
  expect(line).toMatchObject({ event: 'push', signature: { verdict: 'valid' } });
  const har = JSON.parse(await run('requests', 'export', token, '--format', 'har'));
  expect(har.log.entries[0]._hookwell).toMatchObject({
    event: 'pull_request',
    signature: { verdict: 'invalid' },
  });
});

test('assistants find, read and set up what is verified, and see no secret', async () => {
  await using assistant = await startAssistant(workplace);
  const { requests } = await assistant.use('list_requests', {
    ...{ endpoint: token, match: 'signature=invalid' },
  });
  expect(requests).toMatchObject([{ id: Number(invalid), event: 'pull_request' }]);
  const shown = await assistant.use('show_request', { id: Number(invalid), bodyCharacters: 0 });
  expect(shown.signature).toEqual(requests[0].signature);
  expect(shown.signature).toMatchObject({ verdict: 'invalid', reason: expect.any(String) });
  const other = await workplace.visitor.endpoint();
  const verify = { scheme: 'stripe', secrets: [secret] };
  const answer = await assistant.use('set_settings', { endpoint: other, settings: { verify } });
  expect(answer.verify).toEqual({ scheme: 'stripe', secrets: [{ hint: '…1234' }] });
});

test('verify checks a header that was kept, and else tells the verdict from when the request came', async () => {
  const words = ['--scheme', 'github', '--secret-env', 'SECRET'];
  expect(await run('verify', '--request', valid, ...words)).toContain(
    'this is the verdict from when it came',
  );
  await expect(run('verify', '--request', invalid, ...words)).rejects.toThrow('is not valid');
  const keeping = await workplace.visitor.endpoint();
  await client.endpoints.settings(keeping).put({ verify });
  const kept = await sample('github:push', 'SECRET', keeping);
  expect(await run('verify', '--request', kept, ...words)).toMatch(
    / {2}Signature valid: github, secret in SECRET\n$/,
  );
});

test('what is sent again has its event and one delivery, whatever the attempts', async () => {
  const words = ['--to', target.url, '--sign', 'github', '--secret-env', 'SECRET'];
  await run('replay', valid, invalid, valid, ...words);
  const header = (index: number, wanted: string) =>
    target.arrivals[index]?.headers.find(([name]) => name === wanted)?.[1];
  expect([0, 1].map((index) => header(index, 'X-GitHub-Event'))).toEqual(['push', 'pull_request']);
  expect(header(2, 'X-GitHub-Delivery')).toBe(header(0, 'X-GitHub-Delivery'));
  expect(header(1, 'X-GitHub-Delivery')).not.toBe(header(0, 'X-GitHub-Delivery'));
  const verifier = new Verifier({ scheme: 'github' }, [secret]);
  for (const { method, headers, body } of target.arrivals) {
    const head = { method, url: target.url, headers: headers.flat(), receivedAt: Date.now() };
    expect(await verifier.verify(head, [body])).toMatchObject({ verdict: 'valid' });
  }
});

test('the settings of an endpoint, as they are shown, tell how to sign', async () => {
  const file = `${workplace.folder}/settings.json`;
  writeFileSync(file, await run('endpoints', 'settings', 'get', token));
  const words = ['--sign-settings', file, '--secret-env', 'SECRET', '--data', '{}'];
  const id = await run('send', token, ...words, '--event', 'ping');
  expect(await client.requests.get(Number(id))).toMatchObject({
    event: 'ping',
    signature: { verdict: 'valid' },
  });
});
