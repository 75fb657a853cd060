import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { eventually } from '../../../server/test/eventually.ts';
import { forFile } from '../../../server/test/kept-for.ts';
import { oddSuffix } from '../../../server/test/odd-requests.ts';
import { freePort } from '../../../server/test/postgres/free-port.ts';
import { send, startServer } from '../../../server/test/start-server.ts';
import { sendExactly } from '../captured-requests/sent-exactly.ts';
import { KeyWorkplace } from '../forwarding/key-workplace.ts';
import { startTarget } from '../forwarding/target-server.ts';

let workplace: KeyWorkplace;
const server = forFile(
  await startServer({ environment: { HOOKWELL_MAX_BODY_BYTES: String(1024 * 1024) } }),
);
beforeEach(async () => {
  workplace = await KeyWorkplace.on(server);
});
afterEach(() => workplace[Symbol.asyncDispose]());

const importing = async (...words: string[]) =>
  await workplace.run(['requests', 'import', ...words]);

function file(name: string, content: string | Uint8Array): string {
  const path = join(workplace.folder, name);
  writeFileSync(path, content);
  return path;
}

const pairs = (headers: Record<string, string>) =>
  Object.entries(headers).map(([name, value]) => ({ name, value }));

function har(...requests: { time?: string; [member: string]: unknown }[]): string {
  const entries = requests.map(({ time = '2026-03-01T12:00:00Z', ...request }) => ({
    startedDateTime: time,
    request: { method: 'POST', url: 'https://shop.example/', headers: [], ...request },
  }));
  return JSON.stringify({ log: { version: '1.2', entries } });
}

// biome-ignore lint/suspicious/noExplicitAny: a test reads any field of a line
type Line = any;

/** The captured requests of an endpoint, oldest first, without what differs each time. */
async function capturedAt(token: string): Promise<Line[]> {
  const lines = await workplace.jsonLines(['requests', 'list', token, '--json', '--all']);
  return lines.reverse();
}

/** What an import keeps of a captured request: not what belongs to its connection. */
function kept({ method, target, path, query, headers, body, bodyBase64, bodySize }: Line) {
  const own = headers.filter(
    ([name]: [string]) => !/^(host|connection|content-length|transfer-encoding|te)$/i.test(name),
  );
  const below = target.replace(/^\/wh\/[a-z0-9]+/, '');
  return { method, below, path, query, own, body, bodyBase64, bodySize };
}

/** Requests of every kind, in an order that their bytes tell. */
async function fill(token: string): Promise<void> {
  const odd = ['Host: h', 'Zeta: 1', 'alpha: 2', 'ALPHA: 3', 'Note: caf\xe9', 'TE: trailers'];
  const one = { method: 'PUT', below: '/a%20b/%ff//?a=1&a=2&b=+%00&c', head: odd };
  await sendExactly(server, token, { ...one, body: randomBytes(300) });
  await sendExactly(server, token, { ...one, below: '?', method: 'GET', body: Buffer.alloc(0) });
  await sendExactly(server, token, {
    ...one,
    below: '/',
    method: 'PURGE',
    body: Buffer.from('"\\'),
  });
  await sendExactly(server, token, {
    ...one,
    below: oddSuffix,
    method: 'get',
    body: randomBytes(3),
  });
  const json = { 'content-type': 'application/json' };
  for (const body of ['{"big":820982911946154508}', `{"deep":${'['.repeat(9)}${']'.repeat(9)}}`]) {
    await send(server, token, { method: 'POST', path: '/json', headers: json, body });
  }
  const zipped = { ...json, 'content-encoding': 'gzip' };
  await send(server, token, { method: 'POST', headers: zipped, body: gzipSync('{"a":1}') });
  const latin1 = { 'content-type': 'text/plain; charset=latin1' };
  await send(server, token, { method: 'POST', headers: latin1, body: Buffer.from([0xe9]) });
  const text = '\ufefftab\t \u0000 \u001b[2J \u202e 😀 \ud7ff\uffff \u2028';
  for (let index = 0; index < 5; index++) {
    await send(server, token, { method: 'PATCH', body: `${text}${index}` });
  }
}

describe('what was exported', () => {
  test.each(['har', 'jsonl'])('is the same again, in its order: %s', async (format) => {
    const from = await workplace.visitor.endpoint();
    await fill(from);
    const originals = (await capturedAt(from)).map(kept);
    expect(originals).toHaveLength(13);
    const exported = await workplace.output(['requests', 'export', from, '--format', format]);
    const to = await workplace.visitor.endpoint();
    const archive = file(`all.${format}`, exported);
    expect(await importing(archive, '--to', to)).toEqual({
      ...{ code: 0, out: '' },
      error: 'Imported 13 requests\n',
    });
    expect((await capturedAt(to)).map(kept)).toEqual(originals);
    const again = await workplace.output(['requests', 'export', to, '--format', format]);
    const third = await workplace.visitor.endpoint();
    const words = ['requests', 'import', '-', '--to', third, '--json'];
    const temporary = join(workplace.folder, 'temporary');
    mkdirSync(temporary);
    workplace.environment.TMPDIR = temporary;
    expect(JSON.parse(await workplace.processOutput(words, again))).toEqual({
      ...{ sent: 13, stored: 13, unanswered: 0, refused: 0 },
    });
    expect((await capturedAt(third)).map(kept)).toEqual(originals);
    expect(readdirSync(temporary)).toEqual([]);
  });
});

describe('an archive of another program', () => {
  test('is sent oldest first, without what belongs to its connections', async () => {
    const to = await workplace.visitor.endpoint();
    const archive = file(
      'browser.har',
      `\ufeff${har(
        {
          ...{ time: '2026-03-01T13:00:00+01:00', url: 'https://shop.example/late?x=1#f' },
          headers: pairs({
            ...{ ':method': 'POST', Host: 'shop.example', 'Content-Length': '999' },
            ...{ Connection: 'close, Hop', Hop: '1', 'Transfer-Encoding': 'chunked', Own: 'ü€' },
          }),
          postData: {
            mimeType: 'application/x-www-form-urlencoded',
            params: [{ name: 'a', value: '1' }],
            comment: 'cut \u001b[2J off',
          },
        },
        {
          ...{ time: '2026-03-01T11:59:00Z', url: 'http://other.example', method: 'GET' },
        },
        { time: '2026-03-01T11:59:00Z', url: `https://x.example/wh/${to}/second`, method: 'GET' },
        { url: 'data:text/plain,x' },
        { url: 'https://shop.example/', method: 'CONNECT' },
        {
          ...{ method: 'OPTIONS', url: 'https://shop.example/pre' },
          headers: pairs({ Origin: 'https://a.example', 'access-control-request-method': 'PUT' }),
        },
      )}`,
    );
    const { code, error } = await importing(archive, '--to', `${server.url}/wh/${to}`);
    expect({ code, lines: error.trimEnd().split('\n') }).toEqual({
      code: 0,
      lines: [
        'Left out: 1 request to no server ("data:" and the like)',
        'Left out: 1 request to open a tunnel (CONNECT)',
        'Left out: 1 request of browsers that ask beforehand (CORS preflight), which endpoints answer and do not capture',
        'The body of 1 request may not be what was sent; entry 1: The archive says of the body: cut ␛[2J off',
        'Imported 3 requests',
      ],
    });
    const captured = await capturedAt(to);
    expect(captured.map(({ path }) => path)).toEqual([undefined, '/second', '/late']);
    const { headers, body, target } = captured[2];
    expect({ target: target.replace(to, ''), body }).toEqual({
      target: '/wh//late?x=1',
      body: 'a=1',
    });
    expect(headers.map(([name]: [string]) => name)).toEqual([
      ...['Host', 'Content-Length', 'Own', 'Connection'],
    ]);
    expect(Buffer.from(headers[2][1], 'latin1').toString()).toBe('ü€');
  });
});

describe('the endpoint', () => {
  test('may answer as it likes: all is stored', async () => {
    const to = await workplace.visitor.endpoint();
    const plan = ['500', 'reset', '429 retry-after=60', '503 retry-after=60', 'truncate 100'];
    const settings = { replies: [{ plan }], delivery: 'header.same' };
    await workplace.visitor.ask(200, 'PUT', `/api/endpoints/${to}/settings`, settings);
    const same = { headers: pairs({ Same: '1' }) };
    const archive = file('six.har', har(same, same, same, same, same, same));
    const outcome = await importing(archive, '--to', to);
    expect(outcome).toMatchObject({ code: 0, out: '' });
    expect(outcome.error).toContain(
      'Imported 6 requests\nWithout an answer: 1 (entry 2). Stored, if the endpoint is set to give none',
    );
    expect((await capturedAt(to)).map(({ answer }) => answer)).toEqual([
      ...['500', 'reset', '429', '503', 'truncate 100', 'truncate 100'],
    ]);
  });

  test('may be one that is not there, or no endpoint at all', async () => {
    const archive = file('one.har', har({}));
    const nowhere = '0'.repeat(26);
    expect(await importing(archive, '--to', nowhere)).toMatchObject({
      code: 1,
      error: 'hookwell: There is no such endpoint\n',
    });
    await using other = await startTarget((_, response) => void response.end('hello'));
    const outcome = await importing(archive, '--to', `${other.url}/wh/${nowhere}`);
    expect(outcome).toMatchObject({ code: 1, out: '' });
    expect(outcome.error).toContain('this is no Hookwell service');
  });
});

test('what is too large for the service is told, and the rest goes on', async () => {
  const to = await workplace.visitor.endpoint();
  const large = { postData: { text: 'x'.repeat(1024 * 1024 + 1) } };
  const wide = { headers: pairs({ Wide: 'x'.repeat(40_000) }) };
  const out = { url: 'https://shop.example/../../api' };
  const archive = file('four.har', har(large, wide, out, { postData: { text: 'last' } }));
  const { code, error } = await importing(archive, '--to', to);
  expect(code).toBe(1);
  expect(error.split('\n')).toEqual([
    expect.stringMatching(/^Entry 1 was not taken: 413: .*\(this one has 1\.0 MiB/),
    expect.stringMatching(/^Entry 2 was not taken: 431: /),
    'Entry 3 was not taken: its path leads out of the endpoint',
    'Imported 1 request',
    'hookwell: The service did not take 3 of 4 requests',
    '',
  ]);
  expect((await capturedAt(to)).map(({ body }) => body)).toEqual(['last']);
});

test.each<[string, (good: string) => string | Uint8Array, string]>([
  ['no archive', () => '<html>', 'it is neither an HTTP archive (HAR) nor JSON lines'],
  ['nothing', () => '', 'it is empty'],
  ['no request', () => har(), 'there is no request in it to send'],
  ['an end too early', (good) => good.slice(0, -1), 'it ends too early, after entry 2'],
  ['no UTF-8', (good) => Buffer.from(`\ufeff${good}`, 'utf16le'), 'it is not text in UTF-8'],
  ['a wrong header', () => har({}, { headers: [{ name: 'a b', value: '' }] }), 'entry 2: header 1'],
  ['a line break', () => har({ headers: pairs({ a: 'b\r\nc: d' }) }), 'entry 1: header 1 has'],
  ['a path that is none', () => har({ url: 'x' }), 'entry 1: its path does not begin with "/"'],
  ['a wrong method', () => har({}, { method: 'GE T' }), 'entry 2: its method is none of HTTP'],
  ['no Base64', () => har({ postData: { text: '*', encoding: 'base64' } }), 'entry 1: the "text"'],
])('an archive with %s is refused before anything is sent', async (_, make, sentence) => {
  await using target = await startTarget();
  const archive = file('broken.har', make(har({}, {})));
  const outcome = await importing(archive, '--to', `${target.url}/wh/${'a'.repeat(26)}`);
  expect(outcome).toMatchObject({ code: 2, out: '' });
  expect(outcome.error).toContain(`hookwell: ${archive}: ${sentence}`);
  expect(outcome.error.split('\n')).toHaveLength(2);
  expect(target.arrivals).toEqual([]);
});

test('a file that is too large, a folder and no file are told in a line', async () => {
  const large = file('large.har', '');
  truncateSync(large, 1024 ** 3 + 1);
  const to = ['--to', 'a'.repeat(26)];
  expect(await importing(large, ...to)).toMatchObject({
    ...{ code: 2, error: `hookwell: ${large} is larger than 1 GiB: split it\n` },
  });
  for (const name of [workplace.folder, join(workplace.folder, 'none.har')]) {
    const { code, error } = await importing(name, ...to);
    expect({ code, error }).toEqual({
      code: 1,
      error: expect.stringMatching(/^\S+ Cannot read .*\n$/),
    });
  }
});

test('a service that asks for time, is away or goes is waited for; Ctrl-C tells how to go on', async () => {
  const archive = file(
    'many.har',
    har(...Array.from({ length: 5 }, (_, index) => ({ postData: { text: `${index}` } }))),
  );
  const port = await freePort();
  const token = 'b'.repeat(26);
  const to = ['--to', `http://127.0.0.1:${port}/wh/${token}`];
  const first = workplace.startHere('requests', 'import', archive, ...to);
  let asked = 0;
  const silent = Promise.withResolvers<void>();
  // Nothing listens yet: the import waits for it.
  await using target = await startTarget(({ body }, response) => {
    if (body.toString() === '1' && asked++ < 2) {
      response.writeHead(asked === 1 ? 429 : 503, { 'retry-after': '0' });
      return void response.end('{"error":"Later"}');
    }
    if (body.toString() === '3' && asked < 5) return silent.resolve();
    response.writeHead(201, { 'hookwell-request': '7' }).end();
  }, port);
  await silent.promise;
  expect(target.arrivals.map(({ body }) => `${body}`)).toEqual(['0', '1', '1', '1', '2', '3']);
  expect(await first.interrupt()).toBe(130);
  expect(first.errors).toContain(
    '3 of 5 requests are sent; --skip 3 goes on there (the next one may have arrived, too)\n',
  );
  asked = 5;
  expect(await importing(archive, ...to, '--skip', '3')).toMatchObject({
    code: 0,
    error: 'Imported 2 requests\n',
  });
  await eventually(
    () =>
      target.arrivals
        .slice(-2)
        .map(({ body }) => `${body}`)
        .join(),
    (bodies) => bodies === '3,4',
  );
});

test('a service that asks for more time than an import waits is told of at once', async () => {
  await using target = await startTarget((_arrival, response) => {
    response.writeHead(503, { 'retry-after': '3600' }).end();
  });
  const outcome = await importing(
    file('one.har', har({})),
    ...['--to', `${target.url}/wh/${'c'.repeat(26)}`],
  );
  expect(outcome).toMatchObject({ code: 1, error: expect.stringContaining('503') });
  expect(target.arrivals).toHaveLength(1);
});

test('what the plan does not keep is told by all that somebody looks with', async () => {
  await using small = await startServer({
    environment: { HOOKWELL_PLANS: '{"plus":{"requestsPerEndpoint":4}}' },
  });
  await using own = await KeyWorkplace.on(small);
  const token = await own.visitor.endpoint();
  const lines = har(...Array.from({ length: 1004 }, () => ({})));
  writeFileSync(join(own.folder, 'many.har'), lines);
  const imported = await own.run([
    ...['requests', 'import', join(own.folder, 'many.har'), '--to', token],
  ]);
  expect(imported).toMatchObject({ code: 0 });
  expect(imported.error).toMatch(
    /Imported 1004 requests\nOnly the newest 4 of them stay: an endpoint keeps no more on your plan\n$/,
  );
  const sentence = '1,000 older requests were removed in the last 24 hours: an endpoint keeps 4.';
  await eventually(
    () => own.visitor.ask(200, 'GET', '/api/usage'),
    ({ endpoints }) => endpoints[0].removed?.count === 1000,
  );
  expect((await own.run(['requests', 'list', token])).error).toBe(`${sentence}\n`);
  expect((await own.run(['requests', 'list', token, '--limit', '2'])).error).toMatch(/^There are/);
  expect(await own.output(['usage'])).toContain(`${token.slice(0, 8)}: ${sentence}`);
  const schema = join(own.folder, 'schema.json');
  writeFileSync(schema, '{"type":"object"}');
  const waited = await own.run(['wait', token, '--match', 'path=/none', '--timeout', '1']);
  expect(waited.code).toBe(3);
  expect(waited.error).toMatch(new RegExp(`${sentence}\n$`));
  for (const [words, failure] of [
    [['requests', 'show', '--match', 'path=/none'], 'No request matches'],
    [['requests', 'show', '1'], 'No captured request has the id 1'],
    [['replay', '--match', 'path=/none', '--to', '3000'], 'No request matches'],
    [['replay', '1', '--to', '3000'], 'No captured request has the id 1'],
    [
      ['verify', '--request', '1', '--scheme', 'github', '--secret-env', 'HOME'],
      'No captured request has the id 1',
    ],
    [['check', token, '--match', 'path=/none', '--schema', schema], 'No request matches'],
    [['schema', token], 'No JSON body is stored'],
    [
      ['fresh', token, '--within', '1m', '--match', 'path=/none'],
      'Nothing that matches came within 1m',
    ],
  ] as const) {
    expect((await own.run([...words])).error).toBe(`hookwell: ${failure}\n${sentence}\n`);
  }
});
