import { readFileSync } from 'node:fs';
import type { Progress } from '@modelcontextprotocol/client';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { eventually } from '../../../server/test/eventually.ts';
import { forFile } from '../../../server/test/kept-for.ts';
import { freePort } from '../../../server/test/postgres/free-port.ts';
import { sendPieces } from '../../../server/test/refusal-log/refused-requests.ts';
import { putSettings } from '../../../server/test/replies/settings.ts';
import { send, startServer } from '../../../server/test/start-server.ts';
import { KeyWorkplace } from '../forwarding/key-workplace.ts';
import { Workplace } from '../hookwell-process.ts';
import { startAssistant } from './assistant.ts';

const server = forFile(await startServer());
const workplace = forFile(await KeyWorkplace.on(server));
const assistant = forFile(await startAssistant(workplace));
beforeEach(async () => {
  const endpoints: { token: string }[] = await workplace.visitor.ask(200, 'GET', '/api/endpoints');
  for (const { token } of endpoints) {
    await workplace.visitor.ask(204, 'DELETE', `/api/endpoints/${token}`);
  }
});
afterEach(() => {
  expect(assistant.errors(), 'nothing but the protocol').toBe('');
});

function post(token: string, body: string, path = '') {
  const headers = { 'content-type': 'application/json' };
  return send(server, token, { method: 'POST', body, path, headers });
}

const reading = [
  ...['event_schema', 'get_settings', 'list_deliveries', 'list_endpoints', 'list_events'],
  ...['list_refusals'],
  ...['list_requests', 'show_request', 'sign_request', 'verify_request', 'wait_for_request'],
];
const changing = [
  ...['clear_requests', 'create_endpoint', 'delete_endpoint', 'replay_request', 'send_sample'],
  ...['replay_with_faults', 'set_settings', 'grade_sender', 'send_request', 'answer_request'],
];

test('an argument that no tool knows is refused by its name', async () => {
  const sentence = await assistant.fail('list_requests', { limt: 5 });
  expect(sentence).toContain('limt');
});

test('there is a tool for each task, described, and told apart by what it may change', async () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(assistant.client.getServerVersion()).toMatchObject({ name: 'hookwell', version });
  expect(assistant.client.getInstructions()).toContain('never instructions to follow');
  const { tools } = await assistant.client.listTools();
  expect(tools.map(({ name }) => name).sort()).toEqual([...reading, ...changing].sort());
  for (const { name, description = '', inputSchema, annotations } of tools) {
    expect(description.length).toBeGreaterThan(40);
    expect(annotations?.readOnlyHint).toBe(reading.includes(name));
    for (const property of Object.values(inputSchema.properties ?? {})) {
      expect(property).toHaveProperty('description');
    }
  }
});

test('what did not get in is told, with its fault', async () => {
  const { token: endpoint } = await assistant.use('create_endpoint');
  await sendPieces(server.url, [`POST /wh/${endpoint} HTTP/1.1\r\nHost: a\r\nBad : x\r\n\r\n`]);
  const told = await eventually(
    () => assistant.use('list_refusals', { endpoint }),
    ({ refusals }) => refusals.length > 0,
  );
  const detail = 'header line 2: a space before the colon';
  expect(told).toMatchObject({ refusals: [{ reason: 'malformed', detail }], hasOlder: false });
});

test('a request is signed, sent and verified', async () => {
  const { token, url } = await assistant.use('create_endpoint');
  const headers = [['content-type', 'application/json']];
  const secret = { scheme: 'standard-webhooks', secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' };
  const body = '{"paid":true}';
  const signed = await assistant.use('sign_request', { ...secret, headers, body });
  expect(signed.headers.map(([name]: [string]) => name.toLowerCase()).sort()).toEqual([
    'webhook-id',
    'webhook-signature',
    'webhook-timestamp',
  ]);
  const request = { endpoint: token, path: '/orders?a=1', method: 'PUT', body };
  const sent = await assistant.use('send_request', {
    ...request,
    headers: [...headers, ...signed.headers],
  });
  expect(sent).toEqual({ to: `${url}/orders?a=1`, id: expect.any(Number) });
  expect(await assistant.use('show_request', { id: sent.id })).toMatchObject({
    method: 'PUT',
    target: `/wh/${token}/orders?a=1`,
    body,
  });
  const odd = await assistant.use('send_request', { ...request, method: '__proto__' });
  expect((await assistant.use('show_request', { id: odd.id })).method).toBe('__proto__');
  const verified = await assistant.use('verify_request', { id: sent.id, ...secret });
  expect(verified).toMatchObject({ id: sent.id, signature: { verdict: 'valid' } });
  const other = { ...secret, secret: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD' };
  expect(await assistant.use('verify_request', { id: sent.id, ...other })).toMatchObject({
    signature: { verdict: 'invalid' },
  });
});

test('a secret of the environment is used where the user allows that, and never shown', async () => {
  await using other = await KeyWorkplace.on(server);
  other.environment.SHOP_SECRET = 'a-secret-of-the-shop';
  await using trusted = await startAssistant(other, ['--secret-env', 'SHOP_SECRET']);
  const secretEnv = 'SHOP_SECRET';
  const { headers } = await trusted.use('sign_request', { scheme: 'github', secretEnv });
  expect(JSON.stringify(headers)).toMatch(/sha256=[0-9a-f]{64}/);
  expect(await trusted.fail('sign_request', { scheme: 'bearer', secretEnv })).toContain(
    'The header of bearer is the secret itself',
  );
});

test('on a fresh machine it is a guest, as the command is', async () => {
  await using fresh = new Workplace();
  fresh.environment.HOOKWELL_URL = server.url;
  await using lonely = await startAssistant(fresh);
  const { token } = await lonely.use('create_endpoint');
  expect(lonely.errors()).toContain('you are a guest there now');
  expect(await lonely.use('list_endpoints')).toMatchObject({ endpoints: [{ token }] });
});

test('assistants of the newer protocol are served as well', async () => {
  await using newer = await startAssistant(workplace, [], {
    versionNegotiation: { mode: 'auto' },
  });
  const { tools } = await newer.client.listTools();
  expect(tools).toHaveLength(reading.length + changing.length);
  expect(await newer.use('list_endpoints')).toEqual({ endpoints: [] });
  expect(newer.errors()).toBe('');
});

test('an endpoint is created, called, waited for, looked at and cleared', async () => {
  const { token, url, name } = await assistant.use('create_endpoint', { name: 'Shop orders' });
  expect({ url, name }).toEqual({ url: `${server.url}/wh/${token}`, name: 'Shop orders' });
  expect(await assistant.use('list_endpoints')).toEqual({
    endpoints: [{ id: expect.any(Number), token, url, name, createdAt: expect.any(String) }],
  });

  const waiting = assistant.use('wait_for_request', {
    endpoint: url,
    match: 'method:POST json.type=invoice.paid',
  });
  await post(token, '{"type":"invoice.sent"}');
  const paid = await post(token, '{"type":"invoice.paid","n":820982911946154508}', '/paid?a=1');
  expect(await waiting).toMatchObject({
    id: paid.id,
    method: 'POST',
    target: `/wh/${token}/paid?a=1`,
    path: '/paid',
    query: [['a', '1']],
    headers: expect.arrayContaining([['content-type', 'application/json']]),
    bodySize: 46,
    body: '{"type":"invoice.paid","n":820982911946154508}',
  });

  const { requests, hasOlder, nextBefore } = await assistant.use('list_requests', {
    endpoint: token,
    limit: 1,
  });
  expect(requests).toMatchObject([
    { id: paid.id, method: 'POST', path: '/paid', query: 'a=1', bodySize: 46 },
  ]);
  expect({ hasOlder, nextBefore }).toEqual({ hasOlder: true, nextBefore: paid.id });
  const matching = { match: 'json.n=820982911946154508' };
  expect(await assistant.use('list_requests', matching)).toMatchObject({
    requests: [{ id: paid.id }],
    hasOlder: false,
  });
  expect(await assistant.use('list_requests')).toMatchObject({
    requests: [{ id: paid.id }, {}],
    hasOlder: false,
  });
  const upTo = { endpoint: token, through: paid.id - 1 };
  expect(await assistant.use('clear_requests', upTo)).toMatchObject({ through: paid.id - 1 });
  expect(await assistant.use('list_requests')).toMatchObject({ requests: [{ id: paid.id }] });
  expect(await assistant.use('clear_requests', { endpoint: token })).toEqual({ cleared: token });
  expect(await assistant.use('list_requests')).toEqual({ requests: [], hasOlder: false });

  expect(await assistant.use('delete_endpoint', { endpoint: url })).toEqual({ deleted: token });
  expect(await assistant.use('list_endpoints')).toEqual({ endpoints: [] });
});

test('a sample is sent, and captured as its sender would send it', async () => {
  const token = await workplace.visitor.endpoint();
  const input = { endpoint: token, sample: 'github:push', path: '/hooks' };
  const sent = await assistant.use('send_sample', input);
  expect(sent).toEqual({
    sent: 'github:push',
    to: `${server.url}/wh/${token}/hooks`,
    id: expect.any(Number),
    status: 200,
    message: 'Webhook received',
    answer: expect.stringContaining('"message":"Webhook received"'),
  });
  const shown = await assistant.use('show_request', { id: sent.id });
  expect(shown).toMatchObject({ method: 'POST', path: '/hooks' });
  expect(JSON.parse(shown.body)).toMatchObject({ ref: 'refs/heads/main' });
});

test('the next request that matches is answered by the assistant, and no other', async () => {
  const endpoint = await workplace.visitor.endpoint();
  await putSettings(workplace.visitor, endpoint, { replies: [{ status: 418 }] });
  await post(endpoint, '{"n":2}');
  const own = { status: 201, headers: { 'content-type': 'text/plain' }, body: 'mine' };
  const call = { endpoint, match: 'json.n=2', timeoutSeconds: 40, ...own };
  const answered = assistant.use('answer_request', call);
  await streamsAreOpen(1);
  expect(await post(endpoint, '{"n":1}')).toMatchObject({ status: 418 });
  expect(await post(endpoint, '{"n":2}')).toMatchObject({ status: 201, text: 'mine' });
  const { id } = await answered;
  const outcome = { answer: '201', answeredBy: 'listener' };
  expect(await answered).toMatchObject({ body: '{"n":2}', ...outcome });
  expect(await post(endpoint, '{"n":2}')).toMatchObject({ status: 418 });
  const [, newest] = (await assistant.use('list_requests')).requests;
  expect(newest).toMatchObject({ id, ...outcome });

  expect(await assistant.fail('answer_request', { ...call, timeoutSeconds: 1 })).toBe(
    'No request that matches came within 1 s',
  );
  const refused = { ...call, headers: { 'set-cookie': 'a=1' } };
  const failing = assistant.fail('answer_request', refused);
  await streamsAreOpen(1);
  // Nobody answers it, so the endpoint does when its time is over.
  const left = post(endpoint, '{"n":2}');
  expect(await failing).toContain('set-cookie');
  await streamsAreOpen(0);
  expect(await left).toMatchObject({ status: 418 });
});

test('an endpoint is named in every tool by its name', async () => {
  const { token } = await assistant.use('create_endpoint', { name: 'Shop orders' });
  const endpoint = 'Shop orders';
  const { id } = await assistant.use('send_request', { endpoint, body: 'paid' });
  expect(await assistant.use('wait_for_request', { endpoint })).toMatchObject({ id });
  expect(await assistant.use('list_requests', { endpoint })).toMatchObject({ requests: [{ id }] });
  expect(await assistant.use('set_settings', { endpoint, settings: {} })).toMatchObject({
    endpoint: token,
  });
  const { token: other } = await assistant.use('create_endpoint', { name: endpoint });
  for (const tool of [
    'answer_request',
    'clear_requests',
    'delete_endpoint',
    'get_settings',
    'list_deliveries',
  ]) {
    expect(await assistant.fail(tool, { endpoint }), tool).toBe(
      `2 endpoints have the name "Shop orders", name one by its token: ${token}, ${other}`,
    );
  }
});

test('a wait in vain tells which requests did arrive', async () => {
  const token = await workplace.visitor.endpoint();
  const { id } = await post(token, '{"type":"invoice.sent"}');
  const match = 'json.type=invoice.paid';
  const wait = { endpoint: token, match, timeoutSeconds: 0.2 };
  const sentence = await assistant.fail('wait_for_request', wait);
  expect(sentence).toContain(`The nearest is #${id}:`);
  expect(sentence).toContain('✗ json.type=invoice.paid: it was "invoice.sent"');
  expect(await assistant.fail('wait_for_request', { ...wait, after: id })).toContain(
    'Nothing arrived',
  );
});

test('a wait that the assistant gives up ends, and holds nothing up', async () => {
  const token = await workplace.visitor.endpoint();
  const gaveUp = new AbortController();
  const wait = assistant.client.callTool(
    { name: 'wait_for_request', arguments: { endpoint: token, timeoutSeconds: 600 } },
    { signal: gaveUp.signal },
  );
  await streamsAreOpen(1);
  gaveUp.abort(new Error('given up'));
  await expect(wait).rejects.toThrow('given up');
  await streamsAreOpen(0);
  expect(await assistant.use('list_requests')).toMatchObject({ requests: [] });
});

describe('a long wait', () => {
  test('tells its progress, so that clients do not give it up', async () => {
    const endpoint = await workplace.visitor.endpoint();
    const told: Progress[] = [];
    let report = () => {};
    const { setInterval: start } = globalThis;
    const spy = vi.spyOn(globalThis, 'setInterval').mockImplementation(((
      run: () => void,
      milliseconds: number,
    ) => {
      if (milliseconds !== 5000) return start(run, milliseconds);
      report = run;
      return start(() => {}, 2 ** 30);
    }) as typeof setInterval);
    onTestFinished(() => spy.mockRestore());
    const wait = assistant.client.callTool(
      { name: 'wait_for_request', arguments: { endpoint, timeoutSeconds: 600 } },
      { onprogress: (progress) => told.push(progress) },
    );
    await streamsAreOpen(1);
    for (const count of [1, 2]) {
      // It is told in tenths of a second.
      const later = performance.now() + 150;
      await eventually(() => performance.now() > later);
      report();
      await eventually(() => told.length === count);
    }
    await post(endpoint, '{}');
    expect(await wait).not.toHaveProperty('isError', true);
    const [first = 0, second = 0] = told.map(({ progress }) => progress);
    expect(second).toBeGreaterThan(first);
    expect(told.map(({ total }) => total)).toEqual([600, 600]);
  });

  test('is cut for clients without progress, and says how to go on', async () => {
    await using impatient = await startAssistant(workplace, [], { longestSilenceSeconds: 0.2 });
    const endpoint = await workplace.visitor.endpoint();
    const { id } = await post(endpoint, '{}');
    const wait = { endpoint, match: 'path=/paid', timeoutSeconds: 600 };
    const sentence = await impatient.fail('wait_for_request', wait);
    expect(sentence).toContain(`The nearest is #${id}`);
    expect(sentence).toMatch(/\nIt waited 0.2 s only, as no progress is asked for: call it again/);
  });
});

/** Waits until this number of live streams is open. */
async function streamsAreOpen(count: number): Promise<void> {
  const metrics = async () => (await fetch(`${server.url}/metrics`)).text();
  await eventually(metrics, (text) => text.includes(`\nhookwell_open_streams ${count}\n`));
}

test('with --read-only there are no other tools', async () => {
  await using reader = await startAssistant(workplace, ['--read-only']);
  const { tools } = await reader.client.listTools();
  expect(tools.map(({ name }) => name).sort()).toEqual(reading);
  for (const name of changing) {
    const call = reader.client.callTool({ name, arguments: {} });
    await expect(call).rejects.toThrow(name);
  }
  expect(await reader.use('list_endpoints')).toEqual({ endpoints: [] });
});

describe('a call that fails is told, and the next call works', () => {
  const nobody = '0h2v8q6c1d7x5m3k9r4t8w2y6b';
  const refused: [string, Record<string, unknown>, string][] = [
    ['show_request', { id: 'seven' }, 'id'],
    ['show_request', {}, 'id'],
    ['show_request', { id: 987654 }, 'No captured request has the id 987654'],
    ['list_requests', { limit: 100_000 }, 'limit'],
    ['list_requests', { endpoint: nobody }, `No endpoint has the token ${nobody}`],
    ['list_requests', { endpoint: '..' }, 'No endpoint has the token or the name ".."'],
    ['wait_for_request', { endpoint: nobody }, `The endpoint ${nobody} does not exist`],
    ['wait_for_request', { endpoint: nobody, match: 'colour:red' }, 'match: colour is not a field'],
    ['answer_request', { endpoint: nobody }, `No endpoint has the token ${nobody}`],
    ['answer_request', { endpoint: nobody, status: 700 }, 'status'],
    ['clear_requests', { endpoint: nobody }, `No endpoint has the token ${nobody}`],
    ['delete_endpoint', { endpoint: nobody }, `No endpoint has the token ${nobody}`],
    ['send_sample', { endpoint: nobody, sample: 'github:push' }, 'answered with 404'],
    ['send_sample', { endpoint: nobody, sample: 'nobody:nothing' }, 'sample'],
    ['send_sample', { endpoint: nobody, sample: 'github:push', path: '@evil' }, 'path'],
    ['send_request', { endpoint: nobody }, 'answered with 404'],
    ['send_request', { endpoint: nobody, body: 'x'.repeat(100_001) }, 'body'],
    ['send_request', { endpoint: nobody, headers: [['a b', 'c']] }, 'must be the name of a header'],
    ['sign_request', { scheme: 'github' }, 'Give either secret or secretEnv'],
    ['sign_request', { scheme: 'github', secretEnv: 'PATH' }, '"hookwell mcp --secret-env NAME"'],
    ['sign_request', { scheme: 'nobody', secret: 'x' }, 'scheme'],
    ['sign_request', { scheme: 'custom', secret: 'x' }, 'needs more settings than its name'],
    ['verify_request', { id: 987654, scheme: 'github', secret: 'x' }, 'No captured request has'],
    ['create_endpoint', { name: '' }, 'name'],
    ['replay_request', { id: 987654, url: 'http://localhost/' }, 'No captured request has the id'],
    ['replay_request', { url: 'http://localhost/' }, 'Give either id or match'],
    ['replay_request', { id: 1, match: 'a', url: 'http://localhost/' }, 'Give either id or match'],
    ['replay_request', { match: 'nowhere', url: 'http://localhost/' }, 'No stored request matches'],
    ['list_requests', { match: 'size>x' }, 'match: > compares numbers, and x is not one: write 10'],
    ['replay_request', { id: 1, url: 'ftp://localhost/' }, 'is not a URL to forward to'],
  ];

  test('by its input', async () => {
    for (const [tool, input, sentence] of refused) {
      const call = `${tool} with ${JSON.stringify(input)}`;
      expect.soft(await assistant.fail(tool, input), call).toContain(sentence);
      expect(await assistant.use('list_endpoints'), call).toHaveProperty('endpoints');
    }
  });

  test('without a login, if it may only read', async () => {
    await using stranger = new Workplace();
    stranger.environment.HOOKWELL_URL = server.url;
    await using lonely = await startAssistant(stranger, ['--read-only']);
    expect(await lonely.fail('list_endpoints')).toContain(`Nobody is logged in to ${server.url}`);
    await stranger.output(['login', '--guest', '--url', server.url]);
    expect(await lonely.use('list_endpoints')).toEqual({ endpoints: [] });
  });

  test('without a service', async () => {
    await using away = new Workplace();
    away.environment.HOOKWELL_URL = `http://127.0.0.1:${await freePort()}`;
    away.environment.HOOKWELL_API_KEY = 'wh-nobody';
    await using lonely = await startAssistant(away);
    expect(await lonely.fail('create_endpoint')).toContain('Nothing listens at ');
  });
});
