import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { eventually } from '../../../server/test/eventually.ts';
import { forFile } from '../../../server/test/kept-for.ts';
import { freePort } from '../../../server/test/postgres/free-port.ts';
import { send, startServer } from '../../../server/test/start-server.ts';
import { KeyWorkplace } from './key-workplace.ts';
import type { RunningCommand } from './running-command.ts';
import { startTarget } from './target-server.ts';

let workplace: KeyWorkplace;
let token: string;
const server = forFile(await startServer());
beforeEach(async () => {
  workplace = await KeyWorkplace.on(server);
  token = await workplace.visitor.endpoint();
});
afterEach(() => workplace[Symbol.asyncDispose]());

function forward(to: string, ...words: string[]): RunningCommand {
  return workplace.startHere('listen', token, '--since', '0', '--json', '--forward', to, ...words);
}

async function post(...bodies: string[]): Promise<number[]> {
  const ids: number[] = [];
  for (const body of bodies) ids.push((await send(server, token, { method: 'POST', body })).id);
  return ids;
}

const bodiesOf = ({ arrivals }: { arrivals: readonly { body: Buffer }[] }) =>
  arrivals.map(({ body }) => body.toString());

describe('while the target is away', () => {
  test('nothing is lost: each request arrives once, in order, when it is back', async () => {
    const port = await freePort();
    await post('one', 'two');
    await using command = forward(`127.0.0.1:${port}`);
    await eventually(() => command.errors.includes('Listening at'));
    await post('three');
    await eventually(() => command.errors.includes('The target is away'));
    await using target = await startTarget(undefined, port);
    const lines = await command.jsonUpTo(3);
    expect(lines.map(({ forwarded }) => forwarded.status)).toEqual([200, 200, 200]);
    expect(bodiesOf(target)).toEqual(['one', 'two', 'three']);
    expect(await command.interrupt()).toBe(0);
    expect(command.errors).not.toContain('did not take');
    expect(command.errors.match(/^The target .*$/gm)).toEqual([
      'The target is away (connection refused); each request is tried again for 30s',
      'The target is back',
    ]);
  });

  test('a request that may have arrived is never sent again', async () => {
    // The target reads, and hangs up.
    let connections = 0;
    const target = createServer((socket) => {
      connections += 1;
      socket.once('data', () => socket.resetAndDestroy());
    });
    const port = await freePort();
    await new Promise<void>((resolve) => target.listen(port, '127.0.0.1', resolve));
    await post('one');
    await using command = forward(`127.0.0.1:${port}`);
    const [line] = await command.jsonUpTo(1);
    expect(line.forwarded.error).toBe('it closed the connection without an answer');
    expect(connections).toBe(1);
    await command.interrupt();
    target.close();
  });

  test('Ctrl-C ends it at once, and requests that were not taken are listed and can be sent again', async () => {
    const port = await freePort();
    const to = `http://127.0.0.1:${port}/hook`;
    const ids = await post('one', 'two');
    await using impatient = forward(to, '--retry', '0');
    await using another = forward(to, '--retry', '100ms');
    await Promise.all([impatient.linesUpTo(2), another.linesUpTo(2)]);
    const [third = 0] = await post('three');
    await impatient.linesUpTo(3);
    expect(await impatient.interrupt()).toBe(0);
    expect(impatient.errors).toContain(
      `The target did not take 3 requests: ${ids.join(' ')} ${third}\n` +
        `Again: hookwell replay --failed --to ${to} --url ${server.url}\n`,
    );
    await another.interrupt();

    await using target = await startTarget(({ body }, response) => {
      response.writeHead(body.toString() === 'two' ? 500 : 200).end();
    }, port);
    const again = ['replay', '--failed', '--to', to];
    const first = await workplace.run(again);
    expect(first).toMatchObject({
      code: 1,
      error: 'hookwell: The target did not take 1 of 3 requests\n',
    });
    expect(bodiesOf(target)).toEqual(['one', 'two', 'three']);
    await workplace.run(again);
    expect(bodiesOf(target).slice(3)).toEqual(['two']);
    await workplace.visitor.ask(204, 'DELETE', `/api/requests/${ids[1]}`);
    const gone = await workplace.run(again);
    expect(gone).toMatchObject({ code: 3, out: '' });
    expect(gone.error).toBe(
      'No longer stored, and left out: 1\nhookwell: Nothing is known that the target did not take\n',
    );
    expect(target.arrivals).toHaveLength(4);
  });

  test('requests that wait behind it at the end are listed and kept as well', async () => {
    const port = await freePort();
    const to = `http://127.0.0.1:${port}/hook`;
    const bodies = ['one', 'two', 'three', 'four'];
    const ids = await post(...bodies);
    const lookedUp = () => server.logLines.filter((line) => line.includes('/wire')).length;
    const before = lookedUp();
    await using command = workplace.startHere('listen', token, '--since', '0', '--forward', to);
    await eventually(() => lookedUp() === before + ids.length);
    expect(await command.interrupt()).toBe(0);
    expect(command.errors).toContain(`did not take 4 requests: ${ids.join(' ')}\n`);
    expect(command.errors).toContain(`"--since ${ids.at(-1)}" begins there\n`);
    await using target = await startTarget(undefined, port);
    const again = await workplace.run(['replay', '--failed', '--to', to]);
    expect(again).toMatchObject({ code: 0 });
    expect(bodiesOf(target)).toEqual(bodies);
  });

  test.each([
    [['replay', '7'], 'Option --to is missing'],
    [['replay', '--to', '3000'], 'ID is missing'],
    [
      ['replay', '7', '--failed', '--to', '3000'],
      'Only one of ID, --failed and --match can be given',
    ],
  ])('%j is refused', async (words, sentence) => {
    const outcome = await workplace.run(words);
    expect(outcome).toMatchObject({ code: 2, error: expect.stringContaining(sentence) });
  });
});

test('--ready-file is there, with the address, as long as nothing is missed', async () => {
  const file = join(workplace.folder, 'ready');
  writeFileSync(file, 'of an earlier run');
  await using command = workplace.startHere('listen', token, '--json', '--ready-file', file);
  const url = `${server.url}/wh/${token}\n`;
  // The file of the earlier run goes between two looks at it.
  await eventually(() => textOf(file) === url);
  await post('one');
  expect(await command.jsonUpTo(1)).toMatchObject([{ body: 'one' }]);
  expect(await command.interrupt()).toBe(0);
  expect(existsSync(file)).toBe(false);
  for (const missing of [
    join(workplace.folder, 'missing', 'ready'),
    join(import.meta.filename, 'x'),
  ]) {
    const error = `hookwell: Cannot write ${missing}: there is no such folder\n`;
    const words = ['listen', token, '--ready-file', missing];
    expect(await workplace.run(words)).toEqual({ code: 1, out: '', error });
  }
});

/** The text of a file; undefined while it is not there. */
function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
