import { setTimeout as pause } from 'node:timers/promises';
import { HookwellClient } from '@hookwell/client';
import { test as base, expect } from 'vitest';
import { killAgainAndAgain, startKilledService } from '../../../client/test/killed-service.ts';
import { eventually } from '../../../server/test/eventually.ts';
import { Workplace } from '../hookwell-process.ts';
import { CommandProcess } from './running-command.ts';
import { startTarget } from './target-server.ts';

/** A service that was killed four times while it captured: its requests, and those that its two followers got. */
interface Survived {
  /** The ids of the stored requests, in order. */
  stored: number[];
  /** The bodies that were answered with 200, by id. */
  acknowledged: Map<number, string>;
  /** The requests in the stream of a client, in order. */
  streamed: { id: number; body: string }[];
  /** The lines of `hookwell listen`, the bodies at its target in their order, and its words. */
  listened: { id: number; body: string; forwarded: { status: number } }[];
  arrived: string[];
  words: string;
}

async function surviveKills(): Promise<Survived> {
  await using service = await startKilledService();
  await using target = await startTarget();
  await using workplace = new Workplace();
  workplace.environment.HOOKWELL_URL = service.url;
  workplace.environment.HOOKWELL_API_KEY = service.key;
  const words = ['listen', service.token, '--since', '0', '--forward', target.url, '--json'];
  await using command = new CommandProcess(workplace, words);

  const client = new HookwellClient({ baseUrl: service.url, apiKey: service.key });
  const ended = new AbortController();
  const streamed: Survived['streamed'] = [];
  const follow = async () => {
    const { signal } = ended;
    for await (const { id, body } of client.stream({ endpoint: service.token, signal })) {
      streamed.push({ id, body });
      // A reader that is busy now and then leaves some requests in the lost connection.
      if (id % 50 === 0) await pause(50);
    }
  };
  const reading = expect(follow()).rejects.toBe('seen enough');

  service.send();
  await killAgainAndAgain(service, 4, () => Math.min(streamed.length, target.arrivals.length));
  const acknowledged = await service.acknowledged();
  const stored = await service.storedIds();
  await eventually(() => streamed.at(-1)?.id === stored.at(-1));
  await eventually(() => command.lines.length >= stored.length);
  ended.abort('seen enough');
  await reading;
  expect(await command.interrupt()).toBe(0);
  const listened = command.lines.map((line) => JSON.parse(line));
  const arrived = target.arrivals.map(({ body }) => body.toString());
  return { stored, acknowledged, streamed, listened, arrived, words: command.errors };
}

const test = base.extend('survived', { scope: 'file' }, surviveKills);
const timeout = 180_000;

test('the stream survives four kills of the service: nothing is lost, doubled or out of order', {
  timeout,
}, ({ survived: { stored, acknowledged, streamed } }) => {
  expect(streamed.map(({ id }) => id)).toEqual(stored);
  expect(acknowledged.size).toBeGreaterThan(0);
  const bodies = new Map(streamed.map(({ id, body }) => [id, body]));
  for (const [id, body] of acknowledged) expect(bodies.get(id)).toBe(body);
});

test('listen survives four kills of the service: each request is forwarded once, in order, byte for byte', {
  timeout,
}, ({ survived: { stored, acknowledged, listened, arrived, words } }) => {
  expect(listened.map(({ id }) => id)).toEqual(stored);
  expect(listened.every(({ forwarded: { status } }) => status === 200)).toBe(true);
  // The lines tell which arrival is which: the target itself has seen each of them once, in the same order.
  expect(arrived).toEqual(listened.map(({ body }) => body));
  expect(acknowledged.size).toBeGreaterThan(0);
  for (const [index, id] of stored.entries()) {
    if (acknowledged.has(id)) expect(arrived[index]).toBe(acknowledged.get(id));
  }
  // What the endpoint drops is told before.
  expect(words).toMatch(/^The endpoint drops .*\nListening at \S+, forwarding to \S+\n$/);
});
