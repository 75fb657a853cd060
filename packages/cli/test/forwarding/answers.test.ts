import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { eventually } from '../../../server/test/eventually.ts';
import { forFile } from '../../../server/test/kept-for.ts';
import { freePort } from '../../../server/test/postgres/free-port.ts';
import { exchangeRaw } from '../../../server/test/raw-http.ts';
import { putSettings } from '../../../server/test/replies/settings.ts';
import { startServer } from '../../../server/test/start-server.ts';
import { deliver } from './answered-sender.ts';
import { KeyWorkplace } from './key-workplace.ts';
import { startRawTarget } from './raw-target.ts';
import type { RunningCommand } from './running-command.ts';
import { type Answer, startTarget } from './target-server.ts';

let workplace: KeyWorkplace;
let token: string;
let url: string;
const server = forFile(await startServer());
beforeEach(async () => {
  workplace = await KeyWorkplace.on(server);
  token = await workplace.visitor.endpoint();
  url = `${server.url}/wh/${token}`;
});
afterEach(() => workplace[Symbol.asyncDispose]());

/** A listener whose answers senders wait for from now on. */
async function answering(to: string, ...words: string[]): Promise<RunningCommand> {
  const command = workplace.startHere('listen', token, '--forward', to, ...words);
  await eventually(() => command.errors.includes('Listening at'));
  return command;
}

/** The outcomes at the ends of the lines, in the order of their requests. */
function outcomes(lines: readonly string[]): string[] {
  const idOf = (line: string) => Number(/#(\d+)/.exec(line)?.[1]);
  return lines
    .toSorted((one, other) => idOf(one) - idOf(other))
    .map((line) => line.replace(/.*?(→ .*) {2}\d+ ms$/, '$1'));
}

describe('the sender gets the answer of the target', () => {
  test('as it is: status, headers and bytes, compressed ones, redirects and empty ones', async () => {
    const compressed = gzipSync('the same text'.repeat(100));
    const largest = randomBytes(1024 * 1024);
    const answers: Record<string, Answer> = {
      '/compressed': (_arrival, response) => {
        response.writeHead(201, {
          'Content-Encoding': 'gzip',
          'Content-Type': 'text/plain; charset=utf-8',
          'X-Handled-By': 'caf\u00e9',
          Link: ['<a>; rel=next', '<b>; rel=prev'],
          'Set-Cookie': ['a=1', 'b=2'],
          'Strict-Transport-Security': 'max-age=1',
        });
        response.end(compressed);
      },
      '/largest': (_arrival, response) => void response.end(largest),
      '/moved': (_arrival, response) => {
        response.writeHead(307, { Location: '/elsewhere', 'WWW-Authenticate': 'Basic' }).end();
      },
      '/same': (_arrival, response) => {
        response.writeHead(304, { ETag: '"a"', 'Set-Cookie': 'a=1' }).end();
      },
      '/head': (_arrival, response) => {
        response.writeHead(202, { 'Content-Length': '5', 'X-Head': 'yes' }).end();
      },
      '/pieces': (_arrival, response) => {
        response.writeEarlyHints({ link: '</style.css>; rel=preload' });
        response.writeHead(500, { Trailer: 'X-Sum' });
        response.write('one, ');
        response.addTrailers({ 'X-Sum': '7' });
        response.end('two');
      },
      '/challenge': ({ body }, response) => {
        response.setHeader('content-type', 'text/plain');
        response.end(JSON.parse(body.toString()).challenge);
      },
    };
    await using target = await startTarget((arrival, response, request) =>
      answers[arrival.target]?.(arrival, response, request),
    );
    // What the endpoint itself would answer has no say.
    await putSettings(workplace.visitor, token, { replies: [{ status: 418 }] });
    await using command = await answering(target.url, '--answer', '20s');
    const first = await deliver(`${url}/compressed`);
    expect(first).toMatchObject({
      status: 201,
      headers: {
        'content-encoding': 'gzip',
        'content-type': 'text/plain; charset=utf-8',
        'x-handled-by': 'caf\u00e9',
        link: '<a>; rel=next, <b>; rel=prev',
      },
    });
    expect(first.names).toContain('X-Handled-By');
    expect(first.headers).not.toHaveProperty('set-cookie');
    expect(first.headers).not.toHaveProperty('strict-transport-security');
    expect(first.body.equals(compressed)).toBe(true);
    const whole = await deliver(`${url}/largest`);
    expect([whole.status, whole.body.equals(largest)]).toEqual([200, true]);
    const moved = await deliver(`${url}/moved`);
    expect(moved).toMatchObject({ status: 307, headers: { location: '/elsewhere' } });
    expect(await deliver(`${url}/same`)).toMatchObject({ status: 304, headers: { etag: '"a"' } });
    const head = await deliver(`${url}/head`, { method: 'HEAD' });
    expect(head).toMatchObject({ status: 202, headers: { 'x-head': 'yes' } });
    const pieces = await deliver(`${url}/pieces`);
    expect([pieces.status, String(pieces.body)]).toEqual([500, 'one, two']);
    // A handshake that the service knows nothing of.
    const body = '{"type":"url_verification","challenge":"3eZbrw1aBm2rZgRNFdxV"}';
    const challenge = await deliver(`${url}/challenge`, { body });
    expect([challenge.status, String(challenge.body)]).toEqual([200, '3eZbrw1aBm2rZgRNFdxV']);
    expect(target.arrivals).toHaveLength(7);

    expect(outcomes(await command.linesUpTo(7))).toEqual(
      [201, 200, 307, 304, 202, 500, 200].map((status) => `→ ${status}  sent back`),
    );
    const shown = await workplace.output(['requests', 'show', String(moved.id)]);
    expect(shown).toContain('\nAnswered 307 by a listener, attempt 1\n');
    expect(await workplace.output(['deliveries', token])).toContain(' 307 (by a listener)');
    expect(await command.interrupt()).toBe(0);
    const notes = command.errors.split('\n');
    expect(notes.shift()).toContain('The endpoint drops headers');
    expect(notes[0]).toMatch(/, whose answers within 20s go back to the senders$/);
    // Each header is named once.
    expect(notes.slice(1, 4)).toEqual([
      'The target answers with headers that cannot be sent back, and senders do not get: set-cookie, strict-transport-security',
      'The target answers with a header that cannot be sent back, and senders do not get: www-authenticate',
      'The target answers with a header that cannot be sent back, and senders do not get: x-sum',
    ]);
    // The failure of the target is one, although its sender knows it.
    expect(notes[4]).toBe(`The target did not take 1 request: ${pieces.id}`);
  });

  test('while other answers take their time; requests of the past are forwarded in order, and answered long since', async () => {
    const others = Promise.withResolvers<void>();
    let past = Promise.resolve();
    await using target = await startTarget(async ({ body }, response) => {
      const name = body.toString();
      if (name.startsWith('past')) await past;
      if (name === 'slow') await others.promise;
      response.writeHead(202).end(`done: ${name}`);
    });
    const names = (kind: string, count: number) =>
      Array.from({ length: count }, (_, index) => `${kind} ${index}`);
    for (const body of names('past', 30)) await deliver(url, { body });
    // The past waits for the target as well, and holds up no sender.
    past = others.promise;
    const words = ['--answer', '20s', '--since', '0', '--json'];
    await using command = await answering(target.url, ...words);
    const slow = deliver(url, { body: 'slow' });
    await eventually(() => target.arrivals.some(({ body }) => String(body) === 'slow'));
    const quick = await Promise.all(names('quick', 60).map((body) => deliver(url, { body })));
    expect(quick.map(({ status, body }) => [status, String(body)])).toEqual(
      names('quick', 60).map((name) => [202, `done: ${name}`]),
    );
    others.resolve();
    expect((await slow).status).toBe(202);
    const lines = await command.jsonUpTo(91);
    const arrived = target.arrivals.map(({ body }) => String(body));
    expect(arrived.filter((name) => name.startsWith('past'))).toEqual(names('past', 30));
    expect(arrived.toSorted()).toEqual(
      [...names('past', 30), ...names('quick', 60), 'slow'].toSorted(),
    );
    for (const { body, forwarded, ...line } of lines) {
      const isPast = body.startsWith('past');
      const own = isPast ? {} : { answered: true };
      const { url: _, milliseconds: __, ...outcome } = forwarded;
      expect(outcome).toEqual({ status: 202, ...own });
      expect(line).not.toHaveProperty('waiting');
      if (isPast) expect(line).not.toHaveProperty('answer');
      else expect(line).toMatchObject({ answer: '202', answeredBy: 'listener' });
    }
  });
});

describe('an answer that cannot be sent back', () => {
  test('is told in the line of its request, and the sender gets what it would have got otherwise', async () => {
    const answered = (id: number) =>
      workplace.visitor.ask(204, 'PUT', `/api/requests/${id}/answer`, { status: 203 });
    const answers: Record<string, Answer> = {
      '/large': (_arrival, response) => void response.end(Buffer.alloc(1024 * 1024 + 1)),
      '/endless': (_arrival, response) => void response.write('and so on'),
      '/silent': () => {},
      '/hangs-up': (_arrival, response) => void response.destroy(),
      '/gone': async (_arrival, response) => {
        const [newest] = await workplace.visitor.ask(200, 'GET', '/api/requests?match=path=/gone');
        await answered(newest.id);
        response.end('second');
      },
    };
    await using target = await startTarget((arrival, response, request) =>
      answers[arrival.target]?.(arrival, response, request),
    );
    await putSettings(workplace.visitor, token, { replies: [{ status: 418 }] });
    await using command = await answering(target.url, '--answer', '3s');
    const got: (readonly [string, number])[] = [];
    const paths = Object.keys(answers);
    const arrive = async (path: string) => {
      const count = target.arrivals.length;
      const answer = deliver(url + path).then(({ status }) => got.push([path, status]));
      await eventually(() => target.arrivals.length > count);
      return answer;
    };
    const sent: Promise<number>[] = [];
    // One after the other, so that their ids have this order; an earlier one waits while the later ones are sent.
    for (const path of paths) sent.push(arrive(path));
    await Promise.all(sent);
    expect(Object.fromEntries(got)).toEqual({
      ...{ '/large': 418, '/endless': 418, '/silent': 418, '/hangs-up': 418, '/gone': 203 },
    });
    const lines = await command.linesUpTo(5);
    const outcomeOf = (path: string) => outcomes(lines.filter((line) => line.includes(path)))[0];
    expect(paths.map(outcomeOf)).toEqual([
      '→ 200  not sent back: its body has more than 1.0 MiB',
      '→ failed: no whole answer in 3 s  not sent back: there is no whole answer',
      '→ failed: no answer in 3 s  not sent back: there is no whole answer',
      '→ failed: it closed the connection without an answer  not sent back: there is no whole answer',
      '→ 200  not sent back: the sender waits no more',
    ]);
    // It was decided before the line was written that the endpoint itself answers.
    for (const line of lines.filter((line) => !line.includes('/gone'))) {
      expect(line).toContain('answered 418');
    }
  });

  test('leaves the sender with its own endpoint where the target is away, or answers what is no answer', async () => {
    await using odd = await startRawTarget((socket) =>
      socket.write('HTTP/1.1 777 Odd\r\nContent-Length: 0\r\n\r\n'),
    );
    await using command = await answering(odd.url.href, '--answer', '1s', '--json');
    expect((await deliver(url)).status).toBe(200);
    const [{ forwarded }] = await command.jsonUpTo(1);
    expect(forwarded).toMatchObject({
      status: 777,
      unanswered: '777 is no status of a whole answer',
    });
    await command.interrupt();
    const away = `127.0.0.1:${await freePort()}/hook`;
    await using lonely = await answering(away, '--answer', '1s', '--retry', '0');
    const head = `GET /wh/${token}/..%2f../admin HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n`;
    const left = exchangeRaw(server.url, head);
    expect((await deliver(url)).status).toBe(200);
    expect((await left).status).toBe(200);
    expect(outcomes(await lonely.linesUpTo(2)).toSorted()).toEqual([
      '→ failed: connection refused  not sent back: there is no whole answer',
      '→ failed: its path leads out of the address to forward to  not sent back: it was not sent',
    ]);
  });
});

test('Ctrl-C lets the request under way be answered, and no other', async () => {
  const holds = Promise.withResolvers<void>();
  await using target = await startTarget(async (_arrival, response) => {
    await holds.promise;
    response.writeHead(202).end();
  });
  await using command = await answering(target.url, '--answer', '20s');
  const held = deliver(url);
  await eventually(() => target.arrivals.length === 1);
  const ended = command.interrupt();
  const open = async () => (await server.metrics.openStreams.get()).values[0]?.value;
  await eventually(open, (count) => count === 0);
  expect((await deliver(url)).status).toBe(200);
  holds.resolve();
  expect((await held).status).toBe(202);
  expect(await ended).toBe(0);
  expect(outcomes(command.lines)).toEqual(['→ 202  sent back']);
  expect(target.arrivals).toHaveLength(1);
});

test('of two listeners the first answers, and the other says so', async () => {
  // Neither answers before both have the request: a sender that has its answer waits for no other listener.
  const arrivals: string[] = [];
  const answers = (name: string) =>
    startTarget(async ({ body }, response) => {
      arrivals.push(String(body));
      await eventually(() => arrivals.filter((arrived) => arrived === String(body)).length === 2);
      response.end(name);
    });
  await using one = await answers('one');
  await using other = await answers('other');
  await using first = await answering(one.url, '--answer', '20s', '--json');
  await using second = await answering(other.url, '--answer', '20s', '--json');
  const got = await Promise.all(
    Array.from({ length: 20 }, (_, body) => deliver(url, { body: String(body) })),
  );
  const [ofFirst, ofSecond] = [await first.jsonUpTo(20), await second.jsonUpTo(20)];
  for (const { id, body } of got) {
    const [mine, theirs] = [ofFirst, ofSecond].map(
      (lines) => lines.find((line) => line.id === id)?.forwarded,
    );
    const [winner, loser] = String(body) === 'one' ? [mine, theirs] : [theirs, mine];
    expect(winner).toMatchObject({ answered: true });
    expect(loser).toMatchObject({ unanswered: 'the sender waits no more' });
  }
});

test.each([
  [['--answer', '10s'], 'Option --answer needs --forward'],
  [
    ['--forward', '1', '--answer', '26s'],
    'Option --answer must be a time of up to 25s, such as 10s',
  ],
  [['--forward', '1', '--answer', '0'], 'Option --answer must be a time of up to 25s, such as 10s'],
  [['--forward', '1', '--answer', '5s', '--all'], 'Options --answer and --all exclude each other'],
])('%j is refused', async (words, sentence) => {
  const outcome = await workplace.run(['listen', ...words]);
  expect(outcome).toMatchObject({ code: 2, out: '' });
  expect(outcome.error).toBe(`hookwell: ${sentence} (see "hookwell listen --help")\n`);
});
