import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { forFile } from '../../../server/test/kept-for.ts';
import { exchangeRaw } from '../../../server/test/raw-http.ts';
import { startServer } from '../../../server/test/start-server.ts';
import { listen } from '../answering-server.ts';
import { KeyWorkplace } from '../forwarding/key-workplace.ts';
import { startTarget } from '../forwarding/target-server.ts';
import { runInProcess } from '../in-process.ts';
import { type SentExactly, sendExactly } from './sent-exactly.ts';

/** The ids by the names of the samples. */
const ids = new Map<string, number>();

const base = ['Host: h', 'Connection: close'];

/** Requests that lose something in other notations. */
const samples: Record<string, SentExactly> = {
  repeats: {
    method: 'GET',
    below: '/a%20b//c?b=2&a=1&b=%C3%A9+x&c&&b=%FF&__proto__=1',
    head: ['oDD: 1', ...base, 'Odd:  2 ', 'ODD: 3', 'Accept: b', 'X-Gone: 1', 'Latin: \xe9\xff'],
    body: Buffer.alloc(0),
  },
  json: {
    method: 'POST',
    below: '?',
    head: [...base, 'Content-Type: application/json; charset=utf-8'],
    body: Buffer.from(
      '{ "n": 820982911946154508, "n": 1.10, "t": "\u001b\u202e\u{1f381}\ufeff" }'.replace(
        '\u001b',
        '\\u001b',
      ),
    ),
  },
  binary: { method: 'PUT', below: '', head: base, body: Buffer.from([0xff, 0, 0x1b, 0xc3]) },
  mark: { method: 'POST', below: '/', head: base, body: Buffer.from('\ufeff\ufffd\0\r\n') },
  zipped: {
    method: 'POST',
    below: '',
    head: [...base, 'Content-Type: application/json', 'Content-Encoding: gzip'],
    body: gzipSync('{"zipped":820982911946154508}'),
  },
  latin1: {
    method: 'POST',
    below: '',
    head: [...base, 'Content-Type: text/plain; charset=latin1'],
    body: Buffer.from([0xe9]),
  },
  // Six characters: as many bytes here as in UTF-8.
  japanese: {
    method: 'POST',
    below: '',
    head: [...base, 'Content-Type: text/plain; charset=iso-2022-jp'],
    body: Buffer.from('\x1b$B$"$$$&$($*$+\x1b(B', 'latin1'),
  },
};

const server = forFile(await startServer());
const workplace = forFile(await KeyWorkplace.on(server));
const token = await workplace.visitor.endpoint();
for (const [name, sample] of Object.entries(samples)) {
  ids.set(name, await sendExactly(server, token, sample));
}

async function shown(name: string): Promise<string> {
  return await workplace.output(['requests', 'show', String(ids.get(name)), '--json']);
}

describe('the JSON of a captured request', () => {
  test('has query, headers and address as they were sent', async () => {
    expect(JSON.parse(await shown('repeats'))).toEqual({
      id: ids.get('repeats'),
      endpointId: expect.any(Number),
      receivedAt: expect.stringMatching(/^\d{4}-.*Z$/),
      ipAddress: '127.0.0.1',
      method: 'GET',
      target: `/wh/${token}${samples.repeats?.below}`,
      path: '/a%20b//c',
      query: [
        ['b', '2'],
        ['a', '1'],
        ['b', 'é x'],
        ['c', ''],
        ['b', '%FF'],
        ['__proto__', '1'],
      ],
      headers: [
        ['oDD', '1'],
        ['Host', 'h'],
        ['Connection', 'close'],
        ['Odd', '2'],
        ['ODD', '3'],
        ['Accept', 'b'],
        ['Latin', '\xe9\xff'],
      ],
      droppedHeaders: 1,
      bodySize: 0,
      body: '',
    });
  });

  test('has JSON as it was sent: every digit, every repeated name', async () => {
    const line = await shown('json');
    expect(line).toContain(
      '"json":{"n":820982911946154508,"n":1.10,"t":"\\u001b\\u202e\u{1f381}\\ufeff"}',
    );
    expect(Buffer.from(JSON.parse(line).body)).toEqual(samples.json?.body);
  });

  test('has bytes that are no text in Base64, with the text that was meant by them', async () => {
    const zipped = await shown('zipped');
    expect(zipped).toContain('"json":{"zipped":820982911946154508}');
    expect(JSON.parse(zipped)).toMatchObject({
      bodyBase64: samples.zipped?.body.toString('base64'),
      decodedBody: '{"zipped":820982911946154508}',
    });
    expect(JSON.parse(zipped)).not.toHaveProperty('body');
    expect(JSON.parse(await shown('latin1'))).toMatchObject({
      bodyBase64: '6Q==',
      decodedBody: 'é',
    });
    const binary = JSON.parse(await shown('binary'));
    expect(binary.bodyBase64).toBe('/wAbww==');
    expect(binary).not.toHaveProperty('decodedBody');
    expect(JSON.parse(await shown('japanese'))).toMatchObject({
      body: samples.japanese?.body.toString('latin1'),
      decodedBody: 'あいうえおか',
    });
    expect(JSON.parse(await shown('mark')).body).toBe('\ufeff\ufffd\0\r\n');
  });

  test('is the same in every command', async () => {
    const lines = await Promise.all(Object.keys(samples).map(shown));
    const newestFirst = lines.toReversed().join('\n');
    expect(await workplace.output(['requests', 'list', token, '--json'])).toBe(newestFirst);
    const exported = ['requests', 'export', token, '--format', 'jsonl'];
    expect(await workplace.output(exported)).toBe(newestFirst);
    expect(await workplace.output(['wait', token, '--json'])).toBe(lines[0]);
    await using command = workplace.startHere('listen', token, '--since', '0', '--json');
    expect(await command.linesUpTo(lines.length)).toEqual(lines);
    await using target = await startTarget();
    const words = ['--to', target.url, '--json'];
    const replayed = await workplace.output(['replay', String(ids.get('binary')), ...words]);
    const { forwarded, ...request } = JSON.parse(replayed);
    expect(forwarded).toMatchObject({ status: 200 });
    expect(request).toEqual(JSON.parse(await shown('binary')));
  });
});

test('HTTP archives have query, headers and bytes as they were sent', async () => {
  const out = await workplace.output(['requests', 'export', token, '--format', 'har']);
  const { entries } = JSON.parse(out).log;
  const names = Object.keys(samples).toReversed();
  for (const [index, name] of names.entries()) {
    const { request, _hookwell } = entries[index];
    const exact = JSON.parse(await shown(name));
    expect(_hookwell).toMatchObject({ id: exact.id, droppedHeaders: exact.droppedHeaders });
    expect(request.url).toBe(`${server.url}${exact.target}`);
    const pairs = (list: { name: string; value: string }[]) =>
      list.map((one) => Object.values(one));
    expect(pairs(request.headers)).toEqual(exact.headers);
    expect(pairs(request.queryString)).toEqual(exact.query);
    const { text = '', _base64 } = request.postData ?? {};
    const bytes = _base64 === undefined ? Buffer.from(text) : Buffer.from(_base64, 'base64');
    expect(bytes).toEqual(samples[name]?.body);
  }
});

test('exports and copies say how many headers are missing, and how they are kept', async () => {
  const kept =
    '"xHeaders": "keep" in the settings of the endpoint keeps all but secrets from now on';
  const told = `One header beginning with X- was dropped: ${kept}`;
  const run = (...words: string[]) => runInProcess(words, workplace.environment);
  const lines = await run('requests', 'export', token, '--format', 'jsonl');
  expect(lines.notes).toEqual([`Exported ${ids.size} requests`, told]);
  const curl = await run('requests', 'show', String(ids.get('repeats')), '--curl');
  expect(curl.notes).toEqual([told]);
  const whole = await run('requests', 'show', String(ids.get('mark')), '--curl');
  expect(whole.notes).toEqual([]);
});

test('exported JSON lines are enough to send every request again, to the byte', async () => {
  const exported = ['requests', 'export', token, '--format', 'jsonl'];
  const lines = (await workplace.output(exported)).split('\n').map((line) => JSON.parse(line));
  expect(lines).toHaveLength(ids.size);
  for (const { id, method, target, headers, body, bodyBase64 } of lines) {
    const head = [`${method} ${target} HTTP/1.1`];
    for (const [name, value] of headers) head.push(`${name}: ${value}`);
    const bytes = Buffer.concat([
      Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'),
      bodyBase64 === undefined ? Buffer.from(body) : Buffer.from(bodyBase64, 'base64'),
    ]);
    const again = JSON.parse((await exchangeRaw(server.url, bytes)).body).id;
    const stored = async (one: number) => ({
      wire: await workplace.visitor.ask(200, 'GET', `/api/requests/${one}/wire`),
      body: await bodyOf(one),
    });
    const [sent, sentAgain] = [await stored(id), await stored(again)];
    expect(sentAgain).toEqual({ ...sent, wire: { ...sent.wire, droppedHeaders: 0 } });
    await workplace.visitor.ask(204, 'DELETE', `/api/requests/${again}`);
  }
});

/** The address of a proxy of the service that deletes a request just before it is asked for. */
async function deletingBefore(path: string, id: number): Promise<string> {
  return await listen(async (request, response) => {
    const init = { headers: { authorization: request.headers.authorization ?? '' } };
    if (request.url === path) {
      await fetch(`${server.url}/api/requests/${id}`, { ...init, method: 'DELETE' });
    }
    const answer = await fetch(`${server.url}${request.url}`, init);
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
    for await (const piece of answer.body ?? []) response.write(piece);
    response.end();
  });
}

async function bodyOf(id: number): Promise<string> {
  const headers = { authorization: `Bearer ${workplace.visitor.key}` };
  const answer = await fetch(`${server.url}/api/requests/${id}/body`, { headers });
  return Buffer.from(await answer.arrayBuffer()).toString('hex');
}

test('one that is deleted before it can be looked up is told as deleted', async () => {
  const none = { method: 'GET', below: '?a=1', head: base, body: Buffer.alloc(0) };
  const gone = await sendExactly(server, token, none);
  await using far = new KeyWorkplace(server, workplace.visitor);
  far.environment.HOOKWELL_URL = await deletingBefore(`/api/requests/${gone}/wire`, gone);
  await using command = far.startHere('listen', token, '--since', String(gone - 1), '--json');
  expect(await command.jsonUpTo(1)).toEqual([
    {
      ...{ id: gone, endpointId: expect.any(Number), method: 'GET', ipAddress: '127.0.0.1' },
      ...{ receivedAt: expect.any(String), deleted: true },
    },
  ]);
});

test('one that is deleted while the list is made is left out', async () => {
  const none = { method: 'GET', below: '?a=1', head: base, body: Buffer.alloc(0) };
  const gone = await sendExactly(server, token, none);
  await using far = new KeyWorkplace(server, workplace.visitor);
  far.environment.HOOKWELL_URL = await deletingBefore(`/api/requests/${gone}/wire`, gone);
  const listed = await far.output(['requests', 'list', token, '--json']);
  expect(listed.split('\n')).toHaveLength(ids.size);
});
