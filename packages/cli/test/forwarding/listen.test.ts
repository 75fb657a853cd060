import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { eventually } from '../../../server/test/eventually.ts';
import { forFile } from '../../../server/test/kept-for.ts';
import { freePort } from '../../../server/test/postgres/free-port.ts';
import { exchangeRaw } from '../../../server/test/raw-http.ts';
import { send, startServer } from '../../../server/test/start-server.ts';
import { KeyWorkplace } from './key-workplace.ts';
import type { CommandProcess, RunningCommand } from './running-command.ts';
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

function listenElsewhere(...words: string[]): CommandProcess {
  return workplace.start('listen', ...words);
}

/** Waits until this number of live streams is open. */
async function streamsAreOpen(count = 1): Promise<void> {
  const metrics = async () => (await fetch(`${server.url}/metrics`)).text();
  await eventually(metrics, (text) => text.includes(`\nhookwell_open_streams ${count}\n`));
}

function post(token: string, body: string, path = '') {
  return send(server, token, { method: 'POST', body, path });
}

describe('which requests', () => {
  test('--since begins after an id, or at a time', async () => {
    const token = await workplace.visitor.endpoint();
    const { id: first } = await post(token, 'first');
    await post(token, 'second');
    const since = async (when: string, count: number) => {
      await using command = listen(token, '--since', when, '--json');
      const bodies = (await command.jsonUpTo(count)).map(({ body }) => body);
      await command.interrupt();
      return bodies;
    };
    expect(await since(String(first), 1)).toEqual(['second']);
    expect(await since('10m', 2)).toEqual(['first', 'second']);
    const [newest] = await workplace.visitor.ask(200, 'GET', '/api/requests?limit=1');
    expect(await since(newest.receivedAt, 1)).toEqual(['second']);
    expect(await since('2020-01-01', 2)).toEqual(['first', 'second']);
  });

  test('--match leaves out requests that do not match', async () => {
    await using target = await startTarget();
    const token = await workplace.visitor.endpoint();
    for (const type of ['invoice.paid', 'invoice.sent', 'invoice.paid']) {
      await post(token, JSON.stringify({ type }));
    }
    await using command = listen(
      ...[token, '--since', '0', '--forward', target.url],
      ...['--match', 'method:POST json.type=invoice.paid'],
    );
    await command.linesUpTo(2);
    await post(token, '{"type":"invoice.sent"}');
    await post(token, '{"type":"invoice.paid"}');
    await command.linesUpTo(3);
    expect(target.arrivals.map(({ body }) => JSON.parse(body.toString()).type)).toEqual(
      Array(3).fill('invoice.paid'),
    );
  });

  test('are those of the only endpoint, of all, or of a new one', async () => {
    await using created = listen('--json');
    await streamsAreOpen();
    await eventually(() => created.errors.includes('Listening'));
    const [, url = ''] = /^Created (\S+)\nListening at \1\n$/.exec(created.errors) ?? [];
    await fetch(url, { method: 'POST', body: 'one', headers: { 'X-Own': 'kept' } });
    const [one] = await created.jsonUpTo(1);
    expect(one).toMatchObject({ body: 'one' });
    expect(one?.headers).not.toHaveProperty('x-own');
    expect(await workplace.output(['requests', 'show', String(one?.id)])).toContain('X-Own: kept');
    await created.interrupt();

    await using only = listen('--since', '0', '--json');
    expect(await only.jsonUpTo(1)).toMatchObject([{ body: 'one' }]);
    expect(only.errors).toBe(`Listening at ${url}\n`);

    const second = await workplace.visitor.endpoint();
    await post(second, 'two');
    expect(await workplace.run(['listen'])).toMatchObject({
      code: 2,
      error: expect.stringMatching(/^hookwell: There are 2 endpoints: name one/),
    });
    await using all = listen('--all', '--since', '0');
    const [first, last] = await all.linesUpTo(2);
    expect(first).toContain(`  POST  /  ${new URL(url).pathname.slice(4, 12)}  `);
    expect(last).toContain(`  POST  /  ${second.slice(0, 8)}  text/plain;charset=UTF-8, 3 B`);
  });
});

describe('its output', () => {
  test('has nothing in it that a terminal would obey', async () => {
    const token = await workplace.visitor.endpoint();
    await exchangeRaw(
      server.url,
      [
        `POST /wh/${token}/\u009b31m?a=%1b%5b2J&%9b=%0a HTTP/1.1`,
        'Host: h',
        'Content-Type: \u009b41m',
        'Connection: close',
        'Content-Length: 8',
        '',
        '\u001b]0;x\u0007\u009b',
      ].join('\r\n'),
    );
    await post(token, '\u001b[2J\u009b31m', '/%1b[2J?b=%1b[2J');
    const { length } = await workplace.visitor.ask(200, 'GET', '/api/requests');
    for (const words of [['--json'], [], ['--forward', await downUrl(), '--retry', '0']]) {
      await using command = listen(token, '--since', '0', ...words);
      const lines = await command.linesUpTo(length);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: the test looks for them
      expect(lines.join('')).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/);
    }
  });

  test('ends quietly when its reader is gone', async () => {
    const token = await workplace.visitor.endpoint();
    await post(token, 'one');
    await using command = listenElsewhere(token, '--since', '0');
    await command.linesUpTo(1);
    command.child.stdout?.destroy();
    // The write that meets the closed pipe.
    const sending = eventually(
      async () => {
        await post(token, 'more');
        return command.child.exitCode;
      },
      (code) => code !== null,
    );
    expect(await command.ended).toBe(0);
    await sending;
    expect(command.errors).toMatch(/^Listening at \S+\n$/);
  });
});

async function downUrl(): Promise<string> {
  return `http://127.0.0.1:${await freePort()}`;
}

describe('it ends', () => {
  test('with Ctrl-C, once the target has answered the requests that it got', async () => {
    let answer = () => {};
    await using target = await startTarget((_arrival, response) => {
      answer = () => void response.end();
    });
    const token = await workplace.visitor.endpoint();
    await post(token, 'one');
    await post(token, 'two');
    await using command = listen(token, '--since', '0', '--forward', target.url, '--json');
    await eventually(() => target.arrivals.length === 1);
    const ended = command.interrupt();
    // It listens no more, and waits for the answer.
    await streamsAreOpen(0);
    expect(command.lines).toEqual([]);
    answer();
    expect(await ended).toBe(0);
    expect(command.lines.map((line) => JSON.parse(line).body)).toEqual(['one']);
    expect(target.arrivals).toHaveLength(1);
  });

  test('at once with another Ctrl-C, a second later', async () => {
    await using target = await startTarget(() => {});
    const token = await workplace.visitor.endpoint();
    await post(token, 'one');
    await using command = listenElsewhere(token, '--since', '0', '--forward', target.url);
    await eventually(() => target.arrivals.length === 1);
    // An earlier one may be the same signal, sent to the process group and by the launcher.
    await eventually(() => !command.child.kill('SIGINT'));
    expect(await command.ended).not.toBe(0);
    expect(command.child.signalCode).toBe('SIGINT');
  });

  test('when its endpoint is deleted', async () => {
    const token = await workplace.visitor.endpoint();
    await using command = listen(token);
    await streamsAreOpen();
    await workplace.visitor.ask(204, 'DELETE', `/api/endpoints/${token}`);
    expect(await command.ended).toBe(1);
    expect(command.errors).toMatch(/^Listening at \S+\nhookwell: The endpoint was deleted\n$/);
  });

  test.each([
    [['nobody0nobody'], 1, 'No endpoint has the token or the name "nobody0nobody"'],
    [['--url', 'http://127.0.0.1:1'], 1, 'http://127.0.0.1:1 cannot be reached: '],
    [['--key', 'wh-nobody'], 1, 'does not accept the API key of --key'],
    [['--retry', '0'], 2, 'Option --retry needs --forward'],
    [['--ready-file', '/'], 1, 'Cannot write /: it is no file'],
    [['--only-errors'], 2, 'Option --only-errors needs --forward'],
    [['--all', 'abc'], 2, 'Only one of TOKEN and --all can be given'],
    [['--since', 'yesterday'], 2, 'Option --since must be an id (4211), a time ago'],
    [['--match', 'colour:red'], 2, 'Option --match: colour is not a field'],
    [['--forward', 'ftp://x/'], 2, '"ftp://x/" is not a URL to forward to'],
    [['--concurrency', '0'], 2, 'Option --concurrency must be a whole number from 1 to 100'],
  ])('at once for %j', async (words, code, sentence) => {
    const outcome = await workplace.run(['listen', ...words]);
    expect(outcome).toMatchObject({ code, out: '' });
    expect(outcome.error).toMatch(/^hookwell: .*\n( {2}.*\n {2}\^+\n)?$/);
    expect(outcome.error).toContain(sentence);
  });
});
