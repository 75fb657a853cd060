import { expect, test } from 'vitest';
import { killAgainAndAgain, startKilledService } from '../../../client/test/killed-service.ts';
import { eventually } from '../../../server/test/eventually.ts';
import { Workplace } from '../hookwell-process.ts';
import { RunningCommand } from './running-command.ts';
import { startTarget } from './target-server.ts';

test('listen survives 20 kills of the service: each request is forwarded once, in order, byte for byte', async () => {
  await using service = await startKilledService();
  await using target = await startTarget();
  await using workplace = new Workplace();
  workplace.environment.HOOKWELL_URL = service.url;
  workplace.environment.HOOKWELL_API_KEY = service.key;
  const words = ['listen', service.token, '--since', '0', '--forward', target.url, '--json'];
  await using command = new RunningCommand(workplace, words);
  service.send();
  await killAgainAndAgain(service, 20, () => target.arrivals.length);
  const acknowledged = await service.acknowledged();
  const stored = await service.storedIds();
  await eventually(() => command.lines.length >= stored.length, Boolean, 30_000);
  expect(await command.interrupt()).toBe(0);

  const forwarded = command.lines.map((line) => JSON.parse(line));
  expect(forwarded.map(({ id }) => id)).toEqual(stored);
  expect(forwarded.every(({ forwarded: { status } }) => status === 200)).toBe(true);
  // The lines tell which arrival is which: the target itself has seen each of them once, in the same order.
  const arrived = target.arrivals.map(({ body }) => body.toString());
  expect(arrived).toEqual(forwarded.map(({ body }) => body));
  expect(acknowledged.size).toBeGreaterThan(100);
  for (const [index, id] of stored.entries()) {
    if (acknowledged.has(id)) expect(arrived[index]).toBe(acknowledged.get(id));
  }
  expect(command.errors).toMatch(/^Listening at \S+, forwarding to \S+\n$/);
}, 180_000);
