// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the form of references to the environment
import { createHmac } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { eventually } from '../../../server/test/eventually.ts';
import { freshDatabase } from '../../../server/test/fresh-database.ts';
import { forFile } from '../../../server/test/kept-for.ts';
import { freePort } from '../../../server/test/postgres/free-port.ts';
import { send, startServer } from '../../../server/test/start-server.ts';
import { deliver } from './answered-sender.ts';
import { KeyWorkplace } from './key-workplace.ts';
import type { RunningCommand } from './running-command.ts';
import { startTarget, type TargetServer } from './target-server.ts';

let workplace: KeyWorkplace;
const server = forFile(await startServer());
beforeEach(async () => {
  workplace = await KeyWorkplace.on(server);
});
afterEach(() => workplace[Symbol.asyncDispose]());

/** A new endpoint with this name; gives its token. */
async function named(name: string): Promise<string> {
  const token = await workplace.visitor.endpoint();
  await workplace.visitor.ask(200, 'PATCH', `/api/endpoints/${token}`, { badgeName: name });
  return token;
}

const routesFile = () => join(workplace.folder, 'routes.yaml');

function write(text: string): void {
  writeFileSync(routesFile(), text);
}

/** Listens at the routes of a file, from its end of the connections on. */
async function listening(text: string, ...words: string[]): Promise<RunningCommand> {
  write(text);
  const command = workplace.startHere('listen', '--config', routesFile(), ...words);
  const count = text.match(/endpoint/g)?.length ?? 0;
  await eventually(() => command.errors.match(/Listening at/g)?.length === count);
  return command;
}

const bodiesOf = ({ arrivals }: TargetServer) => arrivals.map(({ body }) => body.toString());

async function post(token: string, body: string): Promise<number> {
  const headers = { 'content-type': 'application/json' };
  return (await send(server, token, { method: 'POST', body, headers })).id;
}

describe('routes of a file', () => {
  test('each take the requests of their endpoint to their target, and every line says whose they are', async () => {
    await using shop = await startTarget();
    await using mail = await startTarget();
    const [one, two] = [await named('Shop orders'), await named('Mail \u202eevents')];
    const ready = join(workplace.folder, 'ready');
    workplace.environment.SHOP_SECRET = 'known to both';
    workplace.environment.MAIL = two;
    await using command = await listening(
      `listen:
        - endpoint: Shop orders
          match: json.type=paid
          forward: ${shop.url}/paid
          sign: { scheme: github, secretEnv: SHOP_SECRET }
        - { endpoint: ${server.url}/wh/${one}, match: "-json.type=paid", forward: ${mail.url}/rest }
        - { endpoint: "\${MAIL}", forward: ${mail.url}/mail }`,
      ...['--ready-file', ready],
    );
    await eventually(() => command.errors.includes('All 3 routes are listening'));
    expect(readFileSync(ready, 'utf8')).toBe(`${server.url}/wh/${one}\n${server.url}/wh/${two}\n`);
    await post(one, '{"type":"paid"}');
    await post(one, '{"type":"sent"}');
    await post(two, '{"type":"mail"}');
    const lines = await command.linesUpTo(3);
    expect(lines.map((line) => / {2}\/\w+ {2}(.+?) {2}→ 200/.exec(line)?.[1]).sort()).toEqual([
      'Mail \\u{202e}events',
      'Shop orders (listen[0])',
      'Shop orders (listen[1])',
    ]);
    const signature = createHmac('sha256', 'known to both').update('{"type":"paid"}').digest('hex');
    expect(shop.arrivals).toMatchObject([{ target: '/paid' }]);
    expect(shop.arrivals[0]?.headers).toContainEqual([
      'X-Hub-Signature-256',
      `sha256=${signature}`,
    ]);
    expect(mail.arrivals.map(({ target }) => target).sort()).toEqual(['/mail', '/rest']);
    expect(await command.interrupt()).toBe(0);
    expect(existsSync(ready)).toBe(false);
    expect(command.errors.split('\n').sort()).toEqual([
      '',
      'All 3 routes are listening',
      `Mail \\u{202e}events: Listening at ${server.url}/wh/${two}, forwarding to ${mail.url}/mail`,
      expect.stringMatching(/^Mail \\u\{202e\}events: The endpoint drops .*; --sign makes/),
      `Shop orders (listen[0]): Listening at ${server.url}/wh/${one}, forwarding to ${shop.url}/paid`,
      expect.stringMatching(/^Shop orders \(listen\[0\]\): The endpoint drops .* --merge\)$/),
      `Shop orders (listen[1]): Listening at ${server.url}/wh/${one}, forwarding to ${mail.url}/rest`,
      expect.stringMatching(/^Shop orders \(listen\[1\]\): The endpoint drops .*; --sign makes/),
      expect.stringContaining('listen[0]: Sent without x-github-event'),
    ]);
  });

  test('do not wait for one another: one tries again, another is away, a third goes on', async () => {
    const port = await freePort();
    let isDown = true;
    await using flaky = await startTarget((_arrival, response) => {
      response.writeHead(isDown ? 503 : 200).end();
    });
    await using well = await startTarget();
    const [one, two] = [await named('One'), await named('Two')];
    await using command = await listening(
      JSON.stringify({
        listen: [
          {
            endpoint: 'One',
            forward: flaky.url,
            retry: { statuses: ['5xx', 429], for: '1h' },
          },
          { endpoint: one, forward: well.url, retry: { for: 0 } },
          { endpoint: 'Two', forward: port, retry: { for: 60 } },
          { endpoint: 'Two', forward: well.url },
        ],
      }),
    );
    const ids = [await post(one, 'first'), await post(one, 'second'), await post(two, 'third')];
    expect(
      (
        await eventually(
          () => bodiesOf(well),
          ({ length }) => length === 3,
        )
      ).sort(),
    ).toEqual(['first', 'second', 'third']);
    await eventually(() => command.errors.includes('Two (listen[2]): The target is away'));
    await eventually(() => flaky.arrivals.length >= 2);
    expect(new Set(bodiesOf(flaky))).toEqual(new Set(['first']));
    isDown = false;
    await eventually(() => bodiesOf(flaky).includes('second'));
    expect(await command.interrupt()).toBe(0);
    expect(command.errors).toContain(
      'One (listen[0]): The target answered with 503; such requests are tried again for 1h\n',
    );
    expect(command.errors).toContain(
      `Two (listen[2]): The target did not take 1 request: ${ids[2]}\n`,
    );
    expect(command.errors).toMatch(
      new RegExp(`\nAgain: hookwell replay --failed --to http://localhost:${port}/ --url \\S+\n$`),
    );
  });

  test('to one target tell once how its failures are sent again', async () => {
    const port = await freePort();
    const [one, two] = [await named('Twin'), await named('Twin')];
    write(`listen:
      - { endpoint: ${one}, forward: ${port}, retry: { for: 0 } }
      - { endpoint: ${two}, forward: "127.0.0.1:${port}", retry: { for: 0 } }
      - { endpoint: ${one}, forward: ${port}, retry: { for: 0 }, match: body=a }`);
    const id = await post(one, 'a');
    await post(two, 'b');
    await using command = workplace.startHere(
      ...['listen', '--config', routesFile(), '--since', String(id - 1), '--json'],
    );
    const lines = await command.jsonUpTo(3);
    expect(lines.map(({ body }) => body).sort()).toEqual(['a', 'a', 'b']);
    await command.interrupt();
    const told = command.errors.match(/.*did not take.*|^Again: .*/gm)?.sort();
    const expected = [
      `Again: hookwell replay --failed --to http://127.0.0.1:${port}/ --url ${server.url}`,
      `Again: hookwell replay --failed --to http://localhost:${port}/ --url ${server.url}`,
      `Twin (${one}, listen[0]): The target did not take 1 request: ${id}`,
      `Twin (${one}, listen[2]): The target did not take 1 request: ${id}`,
      `Twin (${two}): The target did not take 1 request: ${id + 1}`,
    ];
    expect(told).toEqual(expected.sort());
    await using target = await startTarget(undefined, port);
    await workplace.output(['replay', '--failed', '--to', `localhost:${port}`]);
    expect(bodiesOf(target)).toEqual(['a']);
  });

  test('write whole lines, however large and however many end at once', async () => {
    await using target = await startTarget();
    const token = await named('Large');
    const ids: number[] = [];
    for (const letter of 'abc') ids.push(await post(token, letter.repeat(200_000)));
    const route = { endpoint: 'Large', forward: target.url };
    write(JSON.stringify({ listen: [route, route, route] }));
    const since = String((ids[0] ?? 0) - 1);
    await using command = workplace.startHere(
      ...['listen', '--config', routesFile(), '--since', since, '--json'],
    );
    const lines = await command.jsonUpTo(9);
    expect(lines.map(({ id }) => id).sort()).toEqual(ids.flatMap((id) => [id, id, id]).sort());
    expect(new Set(lines.map(({ body }) => body.length))).toEqual(new Set([200_000]));
    await command.interrupt();
  });

  test('answer their senders, also after tries in vain', async () => {
    let tries = 0;
    await using target = await startTarget(({ body }, response) => {
      tries += 1;
      const isRefused = body.toString() === 'never' || tries < 3;
      response.writeHead(isRefused ? 503 : 201, { 'x-tries': String(tries) }).end();
    });
    const token = await named('Answered');
    const route = `endpoint: Answered, forward: ${target.url}, retry: { statuses: [503] }`;
    await using command = await listening(
      `listen:
        - { ${route}, match: "-body=never", answer: 20s }
        - { ${route}, match: body=never, answer: 2s }`,
    );
    const url = `${server.url}/wh/${token}`;
    const taken = await deliver(url, { body: 'one' });
    expect(taken).toMatchObject({ status: 201, headers: { 'x-tries': '3' } });
    // The last answer before the time of the sender is over is better than none.
    expect(await deliver(url, { body: 'never' })).toMatchObject({ status: 503 });
    await command.interrupt();
  });

  test('go on after an outage of the service, each from where it was', async () => {
    await using database = await freshDatabase();
    const on = (HOOKWELL_PORT: string) =>
      startServer({ databaseUrl: database.url, environment: { HOOKWELL_PORT } });
    const first = await on('0');
    await using own = await KeyWorkplace.on(first);
    await using target = await startTarget();
    const tokens = [await own.visitor.endpoint(), await own.visitor.endpoint()];
    const listen = tokens.map((endpoint) => ({ endpoint, forward: `${target.url}/${endpoint}` }));
    writeFileSync(join(own.folder, 'routes.yaml'), JSON.stringify({ listen }));
    await using command = own.startHere('listen', '--config', join(own.folder, 'routes.yaml'));
    await eventually(() => command.errors.includes('All 2 routes are listening'));
    for (const token of tokens) await send(first, token, { method: 'POST', body: 'before' });
    await command.linesUpTo(2);
    await first[Symbol.asyncDispose]();
    await using second = await on(new URL(first.url).port);
    for (const token of tokens) await send(second, token, { method: 'POST', body: 'after' });
    await command.linesUpTo(4);
    for (const token of tokens) {
      const taken = target.arrivals.filter((arrival) => arrival.target === `/${token}`);
      expect(taken.map(({ body }) => body.toString())).toEqual(['before', 'after']);
    }
    expect(await command.interrupt()).toBe(0);
  });

  test('end together when one of their endpoints is deleted, and say which', async () => {
    const gone = await named('Gone');
    await named('Still there');
    await using command = await listening(
      'listen: [{ endpoint: Gone, forward: 9 }, { endpoint: Still there, forward: 9 }]',
    );
    await workplace.visitor.ask(204, 'DELETE', `/api/endpoints/${gone}`);
    expect(await command.ended).toBe(1);
    expect(command.errors).toMatch(/\nhookwell: Gone: The endpoint was deleted\n$/);
  });

  test('need a stream each: where the service grants too few, one sentence says so', async () => {
    await using narrow = await startServer({ environment: { HOOKWELL_STREAMS_PER_ACCOUNT: '2' } });
    await using own = await KeyWorkplace.on(narrow);
    const endpoint = await own.visitor.endpoint();
    const route = { endpoint, forward: 9 };
    writeFileSync(
      join(own.folder, 'routes.json'),
      JSON.stringify({ listen: ['a', 'b', 'c'].map((match) => ({ ...route, match })) }),
    );
    await using command = own.startHere(
      ...[
        'listen',
        '--config',
        join(own.folder, 'routes.json'),
        '--ready-file',
        join(own.folder, 'ready'),
      ],
    );
    expect(await command.ended).toBe(1);
    expect(command.errors).toMatch(
      /^hookwell: Each route needs a live stream of its own, and of 3 only [012] got one: This account has 2 live streams open here, as many as it may: .+$/m,
    );
    expect(existsSync(join(own.folder, 'ready'))).toBe(false);
  });

  test('can be many at once, without a warning of the runtime', async () => {
    const token = await named('Many');
    const listen = Array.from({ length: 40 }, (_, index) => ({
      endpoint: token,
      match: `body=${index}`,
      forward: 9,
      retry: { for: 0 },
    }));
    const warnings: Error[] = [];
    const keep = (warning: Error) => void warnings.push(warning);
    process.on('warning', keep);
    onTestFinished(() => void process.off('warning', keep));
    await using command = await listening(JSON.stringify({ listen }));
    await post(token, '17');
    const [line] = await command.linesUpTo(1);
    expect(line).toContain('Many (listen[17])');
    await command.interrupt();
    expect(warnings).toEqual([]);
  });
});

describe('a fault is told with its place, before a service is asked', () => {
  const good = 'endpoint: a, forward: 3000';
  const route = (members: string) => `listen: [{ ${members} }]`;
  test.each<[text: string, sentence: string]>([
    ['', 'document: this must be an object with listen, and nothing stands here'],
    ['[]', 'document: this must be an object with listen, and a list stands here'],
    ['listen:', 'listen: this must be a list, and nothing stands here'],
    ['listen: []', 'listen: there is no route in it'],
    [
      'listen: [7]',
      'listen[0]: this must be an object with endpoint, match, forward, sign, answer',
    ],
    ['listen: [], other: 1', 'line 1, column'],
    ['listen: []\nother: 1', 'other: only listen can stand here'],
    [`listen: [{ ${good} }, { ${good}, to: 1 }]`, 'listen[1].to: only endpoint, match, forward'],
    [route(`${good}, forward: 3001`), 'line 1, column'],
    [route('forward: 3000'), 'listen[0].endpoint: this is missing'],
    [route('endpoint: a'), 'listen[0].forward: this is missing'],
    [
      route('endpoint: 7, forward: 1'),
      'listen[0].endpoint: this must be a string (put it in quotes)',
    ],
    [route('endpoint: "", forward: 1'), 'listen[0].endpoint: this names no endpoint'],
    [route('endpoint: a, forward: "ftp://x"'), 'listen[0].forward: "ftp://x" is not a URL to'],
    [route('endpoint: a, forward: 99999'), 'listen[0].forward: "99999" is not a URL to forward'],
    [route(`${good}, match: "colour:red"`), 'listen[0].match: colour is not a field'],
    [route(`${good}, answer: 26s`), 'listen[0].answer: this must be a time of up to 25s'],
    [route(`${good}, answer: 0`), 'listen[0].answer: this must be a time of up to 25s'],
    [route(`${good}, answer: soon`), 'listen[0].answer: this must be a time such as 30'],
    [route(`${good}, retry: 5xx`), 'listen[0].retry: this must be an object with statuses, for'],
    [route(`${good}, retry: { statuses: 5xx }`), 'listen[0].retry.statuses: this must be a list'],
    [route(`${good}, retry: { statuses: [] }`), 'listen[0].retry.statuses: there is none in it'],
    [route(`${good}, retry: { statuses: [200] }`), 'listen[0].retry.statuses: this must be sta'],
    [
      route(`${good}, retry: { statuses: [[5]] }`),
      'listen[0].retry.statuses[0]: this must be a string',
    ],
    [route(`${good}, retry: { for: -1 }`), 'listen[0].retry.for: this must be a time such as'],
    [route(`${good}, retry: { for: 0, statuses: [500] }`), 'listen[0].retry.for: with 0 nothing'],
    [
      route(`${good}, sign: github`),
      'listen[0].sign: this must be an object with scheme, secretEnv',
    ],
    [route(`${good}, sign: { scheme: nobody, secretEnv: A }`), 'listen[0].sign.scheme: this is n'],
    [route(`${good}, sign: { scheme: github }`), 'listen[0].sign.secretEnv: this is missing'],
    [
      route(`${good}, sign: { scheme: github, secretEnv: NOT_THERE }`),
      'listen[0].sign.secretEnv: the environment variable NOT_THERE is not set',
    ],
    [
      // Whoever puts the secret itself there must not see it in a log.
      route(`${good}, sign: { scheme: github, secretEnv: hunter2-The-Secret }`),
      'listen[0].sign.secretEnv: the environment variable of this name is not set',
    ],
    [
      route(`${good}, sign: { scheme: github, secretEnv: "\${HUNTER}" }`),
      'listen[0].sign.secretEnv: this must be the name of an environment variable, and not its value',
    ],
    [
      route(`${good}, sign: { scheme: github, secretEnv: EMPTY }`),
      'listen[0].sign.secretEnv: the environment variable EMPTY is empty',
    ],
    [
      route(`${good}, sign: { scheme: standard-webhooks, secretEnv: HUNTER }`),
      'listen[0].sign: The secret cannot be one of standard-webhooks',
    ],
    [
      route(`${good}, sign: { scheme: custom, secretEnv: HUNTER }`),
      'listen[0].sign: The scheme custom needs settings from a file',
    ],
    [
      route('endpoint: a, forward: "ftp://${HUNTER}"'),
      'listen[0].forward: with the value of the environment variable HUNTER this makes no sense',
    ],
    [
      route('endpoint: a, forward: "http://${NOT_THERE}"'),
      'listen[0].forward: the environment variable NOT_THERE is not set',
    ],
    [
      `a: &a [x,x,x,x,x,x,x,x,x]\n${'bcdefgh'
        .split('')
        .map((name, index) => `${name}: &${name} [${`*${'abcdefg'[index]},`.repeat(9)}]`)
        .join('\n')}\nlisten: *h`,
      'document: ',
    ],
    ['listen: &a [*a]', 'document: it is nested too deeply'],
    ['['.repeat(100_000), 'line 1, column'],
    ['listen: !!js/function "x"', 'line 1, column'],
    [`# ${'x'.repeat(10 * 1024 * 1024)}`, 'routes.yaml has more than 256 KiB'],
    [
      JSON.stringify({ listen: Array(201).fill({ endpoint: 'a', forward: 1 }) }),
      'listen: a file has at most 200 routes',
    ],
  ])('%.60j', async (text, sentence) => {
    workplace.environment.HOOKWELL_URL = `http://127.0.0.1:${await freePort()}`;
    workplace.environment.EMPTY = '';
    workplace.environment.HUNTER = 'hunter2-The-Secret';
    write(text);
    const outcome = await workplace.run(['listen', '--config', routesFile()]);
    expect(outcome).toMatchObject({ code: 2, out: '' });
    expect(outcome.error).toContain(sentence);
    expect(outcome.error).toMatch(
      /^hookwell: [^\n]*routes\.yaml[^\n]* \(see "hookwell listen --help"\)\n$/,
    );
    expect(outcome.error).not.toContain('hunter2-The-Secret');
  });

  test('also if it cannot be read, is no text, or comes from standard input', async () => {
    const said = async (file: string, input = '') => {
      const { code, error } = await workplace.run(['listen', '--config', file], input);
      expect(code).toBe(2);
      return error.replaceAll(workplace.folder, '');
    };
    const see = ' (see "hookwell listen --help")\n';
    expect(await said(routesFile())).toBe(
      `hookwell: Cannot read /routes.yaml: there is no such file${see}`,
    );
    mkdirSync(join(workplace.folder, 'folder'));
    expect(await said(join(workplace.folder, 'folder'))).toBe(
      `hookwell: Cannot read /folder: it is a folder${see}`,
    );
    writeFileSync(routesFile(), Buffer.from([0xff, 0xfe, 0x41]));
    expect(await said(routesFile())).toBe(`hookwell: /routes.yaml is not text in UTF-8${see}`);
    expect(await said('-', 'listen: {}')).toBe(
      `hookwell: Standard input: listen: this must be a list, and an object stands here${see}`,
    );
  });

  test('an endpoint that is none, or one of two, is told with its place before anything listens', async () => {
    const [one, two] = [await named('Twin'), await named('Twin')];
    await named('Here');
    workplace.environment.WORD = 'Twin';
    for (const [word, sentence] of [
      ['Nobody', 'No endpoint has the token or the name "Nobody"'],
      [
        '0h2v8q6c1d7x5m3k9r4t8w2y6b',
        'No endpoint has the token 0h2v8q6c1d7x5m3k9r4t8w2y6b: is it a team\'s ("--team NAME")?',
      ],
      ['Twin', `2 endpoints have the name "Twin", name one by its token: ${one}, ${two}`],
      ['${WORD}', 'with the value of the environment variable this names no endpoint, or several'],
    ] as const) {
      write(`listen: [{ endpoint: Here, forward: 9 }, { endpoint: "${word}", forward: 9 }]`);
      expect(await workplace.run(['listen', '--config', routesFile()])).toEqual({
        code: 1,
        out: '',
        error: `hookwell: ${routesFile()}: listen[1].endpoint: ${sentence}\n`,
      });
    }
  });

  test.each([
    [['--forward', '3000'], '--forward'],
    [['--retry-status', '5xx'], '--retry-status'],
    [['--answer', '3s'], '--answer'],
    [['--all'], '--all'],
    [['some-endpoint'], 'TOKEN'],
  ])('beside --config %j makes no sense', async (words, title) => {
    const outcome = await workplace.run(['listen', '--config', 'routes.yaml', ...words]);
    expect(outcome).toMatchObject({
      code: 2,
      error: expect.stringContaining(`Only one of --config and ${title} can be given`),
    });
  });
});
