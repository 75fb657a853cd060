import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { eventually } from '../../../server/test/eventually.ts';
import { forFile } from '../../../server/test/kept-for.ts';
import { freePort } from '../../../server/test/postgres/free-port.ts';
import { exchangeRaw } from '../../../server/test/raw-http.ts';
import { send, startServer } from '../../../server/test/start-server.ts';
import { KeyWorkplace } from './key-workplace.ts';
import type { RunningCommand } from './running-command.ts';
import { startTarget } from './target-server.ts';

let workplace: KeyWorkplace;
const server = forFile(await startServer());
beforeEach(async () => {
  workplace = await KeyWorkplace.on(server);
});
afterEach(() => workplace[Symbol.asyncDispose]());

function listen(...words: string[]): RunningCommand {
  return workplace.startHere('listen', ...words);
}

/** Waits until its live stream is open. */
async function isListening(command: RunningCommand): Promise<void> {
  await eventually(() => command.errors.includes('Listening at'));
}

function post(token: string, body: string, path = '') {
  return send(server, token, { method: 'POST', body, path });
}

describe('a forwarded request', () => {
  test('has its method, path, query, headers and bytes, and comes in order', async () => {
    await using target = await startTarget();
    const token = await workplace.visitor.endpoint();
    const body = randomBytes(5000);
    const head = [
      `PATCH /wh/${token}/a%20b//c?x=%20&y=+&x=2 HTTP/1.1`,
      'hOST: hooks.example',
      'Connection: close, Foo',
      'Foo: for this hop',
      'Accept: one',
      'X-Dropped: by the service',
      'Content-Type: application/octet-stream',
      'accept: two',
      'Content-Length: 5000',
      'Odd: caf\u00e9',
      '',
      '',
    ].join('\r\n');
    await exchangeRaw(server.url, Buffer.concat([Buffer.from(head, 'latin1'), body]));
    await fetch(`${server.url}/wh/${token}`, { headers: { 'x-two': 'a', 'x-three': 'b' } });
    for (const method of ['POST', 'DELETE', 'PUT', 'HEAD', 'OPTIONS']) {
      await fetch(`${server.url}/wh/${token}/${method}`, { method });
    }
    await using command = listen(token, '--forward', `${target.url}/hook?own=1`, '--since', '0');
    const lines = await command.linesUpTo(7);
    const [first, second, ...others] = target.arrivals;
    expect(first).toMatchObject({
      method: 'PATCH',
      target: '/hook/a%20b//c?own=1&x=%20&y=+&x=2',
      headers: [
        ['hOST', new URL(target.url).host],
        ['Accept', 'one'],
        ['Content-Type', 'application/octet-stream'],
        ['accept', 'two'],
        ['Content-Length', '5000'],
        ['Odd', 'caf\u00e9'],
        ['Connection', 'keep-alive'],
      ],
    });
    expect(first?.body.equals(body)).toBe(true);
    expect(second).toMatchObject({ method: 'GET', target: '/hook?own=1' });
    expect(second?.body).toHaveLength(0);
    expect(others.map(({ method, target }) => `${method} ${target}`)).toEqual([
      'POST /hook/POST?own=1',
      'DELETE /hook/DELETE?own=1',
      'PUT /hook/PUT?own=1',
      'HEAD /hook/HEAD?own=1',
      'OPTIONS /hook/OPTIONS?own=1',
    ]);
    expect(lines[0]).toMatch(
      /^\d\d:\d\d:\d\d(?:Z|[+-]\d\d:\d\d) {2}#\d+ {2}PATCH {2}\/hook\/a%20b\/\/c\?own=1&x=%20&y=\+&x=2 {2}→ 200 {2}\d+ ms$/,
    );
    expect(await command.interrupt()).toBe(0);
    expect(command.errors).toMatch(
      /^The endpoint drops headers whose names begin with X-, and the target does not get them: "xHeaders": "keep" in the settings of the endpoint keeps all but secrets from now on \(echo '\{"xHeaders":"keep"\}' \| hookwell endpoints settings set \w{26} - --merge\); --sign makes those of a signature anew\nListening at \S+, forwarding to \S+\n$/,
    );
  });

  test('has its X- headers in their places if the endpoint keeps them, but no secret', async () => {
    await using target = await startTarget();
    const token = await workplace.visitor.endpoint();
    const verify = { scheme: 'token', header: 'X-Auth', secrets: ['hidden-secret'] };
    await workplace.visitor.ask(200, 'PUT', `/api/endpoints/${token}/settings`, {
      xHeaders: 'keep',
      verify,
    });
    const own = ['X-One: 1', 'Accept: a', 'x-one: 2', 'X-Two: caf\u00e9'];
    const lines = ['Host: a', ...own, 'X-Auth: hidden-secret', 'Content-Length: 1'];
    const head = [`POST /wh/${token} HTTP/1.1`, ...lines, '', 'b'].join('\r\n');
    const { body } = await exchangeRaw(server.url, Buffer.from(head, 'latin1'));
    const { id } = JSON.parse(body);
    await using command = listen(token, '--forward', target.url, '--since', '0');
    await command.linesUpTo(1);
    await workplace.output(['replay', String(id), '--to', target.url]);
    const sent = own.map((line) => line.split(': '));
    expect(target.arrivals.map(({ headers }) => headers.slice(1, 5))).toEqual([sent, sent]);
    expect(await command.interrupt()).toBe(0);
    const never =
      'One header beginning with X- was dropped: secrets, and what a proxy adds, are never kept';
    expect(command.errors).toContain(`not get all headers of request ${id}. ${never}; --sign`);
    expect(await workplace.output(['requests', 'show', String(id)])).toMatch(
      `X-One: 1\nAccept: a\nx-one: 2\nX-Two: caf\u00e9\nContent-Length: 1\n(${never})`,
    );
    for (const format of ['har', 'jsonl']) {
      const text = await workplace.output(['requests', 'export', token, '--format', format]);
      const { log, headers } = JSON.parse(text);
      const pairs =
        headers ?? log.entries[0].request.headers.map((pair: object) => Object.values(pair));
      expect(pairs.slice(1, 5)).toEqual(sent);
      expect(text).not.toContain('hidden-secret');
    }
  });

  test('has its exact bytes in any charset and coding', async () => {
    await using target = await startTarget();
    const token = await workplace.visitor.endpoint();
    const bodies: [contentType: string, body: Buffer, encoding?: string][] = [
      ['application/json', Buffer.from('{"a":"\\u00e9"}')],
      ['application/json', Buffer.from('{"a":"\u00e9\u20ac\ud83c\udf81"}')],
      ['text/plain', Buffer.from('\ufeffwith a mark')],
      ['text/plain', Buffer.from('ab\0cd\u0007\r\n\n\r')],
      ['text/plain', Buffer.from([0x61, 0xff, 0xfe, 0x62])],
      ['text/plain; charset=utf-16le', Buffer.from('ascii', 'utf16le')],
      ['text/plain; charset=utf-16', Buffer.from('\ufeffascii', 'utf16le').swap16()],
      ['text/plain; charset=iso-2022-jp', Buffer.from('\u001b(Bascii\u001b(J~\\')],
      ['text/plain; charset=shift_jis', Buffer.from([0x5c, 0x7e, 0x82, 0xa0])],
      ['text/plain; charset=windows-1252', Buffer.from('caf\u00e9', 'latin1')],
      ['text/plain; charset=nobody', Buffer.from('plain')],
      ['application/xml', Buffer.from('<?xml version="1.0" encoding="utf-16"?><a/>')],
      ['text/plain', gzipSync('the same text'.repeat(5)), 'gzip'],
      ['text/plain', Buffer.from('not compressed at all'), 'gzip'],
      ['text/plain', Buffer.alloc(0)],
    ];
    for (const [contentType, body, encoding] of bodies) {
      const headers = {
        'content-type': contentType,
        ...(encoding === undefined ? {} : { 'content-encoding': encoding }),
      };
      await send(server, token, { method: 'POST', body, headers });
    }
    for (const words of [[], ['--json'], ['--match', 'method:POST']]) {
      target.arrivals.length = 0;
      await using command = listen(token, '--since', '0', '--forward', target.url, ...words);
      await command.linesUpTo(bodies.length);
      expect(target.arrivals.map(({ body }) => body)).toEqual(bodies.map(([, body]) => body));
    }
  });

  test('begins with new requests', async () => {
    await using target = await startTarget();
    const token = await workplace.visitor.endpoint();
    await post(token, 'before');
    await using command = listen(token, '--forward', target.url);
    await isListening(command);
    for (let count = 0; count < 20; count++) await post(token, `after ${count}`);
    await command.linesUpTo(20);
    const bodies = target.arrivals.map(({ body }) => body.toString());
    expect(bodies).toEqual(Array.from({ length: 20 }, (_, count) => `after ${count}`));
  });

  test('goes to the target one after the other, or several at once', async () => {
    let busy = 0;
    let most = 0;
    let together = 1;
    await using target = await startTarget(async (_arrival, response) => {
      most = Math.max(most, ++busy);
      await eventually(() => most >= together);
      // Whoever else would come at once has the time of a request of its own.
      await fetch(`${server.url}/healthz`);
      busy -= 1;
      response.end();
    });
    const token = await workplace.visitor.endpoint();
    for (let count = 0; count < 12; count++) await post(token, String(count));
    const words = [token, '--since', '0', '--forward', target.url];
    {
      await using command = listen(...words);
      await command.linesUpTo(12);
    }
    expect(most).toBe(1);
    expect(target.arrivals.map(({ body }) => Number(body))).toEqual([...Array(12).keys()]);
    together = 4;
    await using command = listen(...words, '--concurrency', '4');
    await command.linesUpTo(12);
    expect(most).toBe(4);
  });

  test('never leaves the path of the target', async () => {
    await using target = await startTarget();
    const token = await workplace.visitor.endpoint();
    const head = `GET /wh/${token}/..%2f../admin HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n`;
    await exchangeRaw(server.url, head);
    await post(token, 'good');
    await using command = listen(token, '--since', '0', '--forward', `${target.url}/hook`);
    const [refused] = await command.linesUpTo(2);
    expect(refused).toContain('→ failed: its path leads out of the address to forward to');
    expect(target.arrivals.map(({ target }) => target)).toEqual(['/hook']);
  });
});

describe('a target that fails', () => {
  test('is told line by line, and the next request is tried', async () => {
    const statuses = [200, 404, 500, 0, 302];
    await using target = await startTarget(({ body }, response) => {
      const status = statuses[Number(body)] ?? 200;
      if (status === 0) response.destroy();
      else response.writeHead(status).end();
    });
    const token = await workplace.visitor.endpoint();
    for (const index of statuses.keys()) await post(token, String(index));
    const words = [token, '--since', '0', '--forward', target.url];
    {
      await using command = listen(...words);
      const lines = await command.linesUpTo(5);
      expect(lines.map((line) => line.replace(/.*→ (.*?) {2}\d+ ms$/, '$1'))).toEqual([
        '200',
        '404',
        '500',
        'failed: it closed the connection without an answer',
        '302',
      ]);
    }
    expect(target.arrivals.map(({ body }) => Number(body))).toEqual([0, 1, 2, 3, 4]);
    await using command = listen(...words, '--only-errors', '--json');
    const [notFound, failed, cut] = await command.jsonUpTo(3);
    expect([notFound.forwarded.status, failed.forwarded.status]).toEqual([404, 500]);
    expect(cut).toMatchObject({
      body: '3',
      forwarded: {
        url: `${target.url}/`,
        error: 'it closed the connection without an answer',
        milliseconds: expect.any(Number),
      },
    });
    await eventually(() => target.arrivals.length === 10);
    expect(command.lines).toHaveLength(3);
  });

  test('may be down, and slow', async () => {
    const port = await freePort();
    const token = await workplace.visitor.endpoint();
    const forward = ['--forward', `localhost:${port}`, '--timeout', '1s', '--retry', '0'];
    await using command = listen(token, ...forward, '--json');
    await isListening(command);
    await post(token, 'down');
    const [down] = await command.jsonUpTo(1);
    expect(down.forwarded).toMatchObject({ error: 'connection refused' });
    await using target = await startTarget(({ body }, response) => {
      if (body.toString() !== 'slow') response.end();
    }, port);
    await post(token, 'slow');
    await post(token, 'up');
    const [, slow, up] = await command.jsonUpTo(3);
    expect(slow.forwarded).toMatchObject({ error: 'no answer in 1 s' });
    expect(up.forwarded).toMatchObject({ status: 200 });
    expect(target.arrivals).toHaveLength(2);
  });
});
