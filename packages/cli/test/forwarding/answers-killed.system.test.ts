import { expect, test } from 'vitest';
import { startKilledService } from '../../../client/test/killed-service.ts';
import { eventually } from '../../../server/test/eventually.ts';
import { startServer } from '../../../server/test/start-server.ts';
import { Workplace } from '../hookwell-process.ts';
import { deliver } from './answered-sender.ts';
import { KeyWorkplace } from './key-workplace.ts';
import { CommandProcess } from './running-command.ts';
import { startTarget } from './target-server.ts';

test('a listener answers again once a killed service is back; a sender that is lost meanwhile is told of, and nothing comes twice', async () => {
  await using service = await startKilledService();
  const held = Promise.withResolvers<void>();
  await using target = await startTarget(async ({ body }, response) => {
    if (body.toString() === 'held') await held.promise;
    response.writeHead(202).end();
  });
  await using workplace = new Workplace();
  workplace.environment.HOOKWELL_URL = service.url;
  workplace.environment.HOOKWELL_API_KEY = service.key;
  const words = ['listen', service.token, '--forward', target.url, '--answer', '20s', '--json'];
  await using command = new CommandProcess(workplace, words);
  await eventually(() => command.errors.includes('Listening at'));
  const url = `${service.url}/wh/${service.token}`;
  expect((await deliver(url, { body: 'before' })).status).toBe(202);

  const lost = expect(deliver(url, { body: 'held' })).rejects.toThrow();
  await eventually(() => target.arrivals.length === 2);
  await service.kill();
  await lost;
  held.resolve();
  const [, { forwarded }] = await command.jsonUpTo(2);
  expect(forwarded).toMatchObject({ status: 202, unanswered: expect.stringContaining('sender') });

  let count = 0;
  const again = async () => (await deliver(url, { body: `after ${++count}` })).status;
  await eventually(again, (status) => status === 202);
  const lines = await command.jsonUpTo(2 + count);
  const bodies = ['before', 'held', ...Array.from({ length: count }, (_, i) => `after ${i + 1}`)];
  expect(lines.map(({ body }) => body).toSorted()).toEqual(bodies.toSorted());
  expect(target.arrivals.map(({ body }) => String(body)).toSorted()).toEqual(bodies.toSorted());
  expect(await command.interrupt()).toBe(0);
});

test('a listener that is killed leaves its senders with their endpoint, and goes on where it was', async () => {
  const holds = Promise.withResolvers<void>();
  await using target = await startTarget(async ({ body }, response) => {
    if (body.toString() === 'held') await holds.promise;
    response.writeHead(202).end();
  });
  const answer = ['--answer', '3s', '--json'];
  await using server = await startServer();
  await using workplace = await KeyWorkplace.on(server);
  const token = await workplace.visitor.endpoint();
  const url = `${server.url}/wh/${token}`;
  await using killed = workplace.start('listen', token, '--forward', target.url, ...answer);
  await eventually(() => killed.errors.includes('Listening at'));
  expect((await deliver(url, { body: 'before' })).status).toBe(202);
  const [{ id: last }] = await killed.jsonUpTo(1);
  const held = deliver(url, { body: 'held' });
  await eventually(() => target.arrivals.length === 2);
  killed.child.kill('SIGKILL');
  await killed.ended;
  expect(await held).toMatchObject({ status: 200 });
  holds.resolve();
  expect((await deliver(url, { body: 'between' })).status).toBe(200);
  const since = ['--since', String(last)];
  await using again = workplace.start(
    'listen',
    token,
    '--forward',
    target.url,
    ...answer,
    ...since,
  );
  await eventually(() => again.errors.includes('Listening at'));
  expect((await deliver(url, { body: 'after' })).status).toBe(202);
  const lines = await again.jsonUpTo(3);
  const outcome = new Map(lines.map(({ body, forwarded }) => [body, forwarded.answered]));
  expect(outcome).toEqual(
    new Map([
      ['held', undefined],
      ['between', undefined],
      ['after', true],
    ]),
  );
});
