import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { eventually } from '../../server/test/eventually.ts';
import { HookwellClient } from '../src/index.ts';
import { killAgainAndAgain, startKilledService } from './killed-service.ts';

test('the stream survives 20 kills of the service: nothing is lost, doubled or out of order', async () => {
  await using service = await startKilledService();
  const client = new HookwellClient({ baseUrl: service.url, apiKey: service.key });
  const ended = new AbortController();
  const ids: number[] = [];
  const bodies = new Map<number, string>();
  const follow = async () => {
    const { signal } = ended;
    for await (const { id, body } of client.stream({ endpoint: service.token, signal })) {
      ids.push(id);
      bodies.set(id, body);
      // A reader that is busy now and then leaves some requests in the lost connection.
      if (id % 50 === 0) await pause(50);
    }
  };
  const reading = follow();
  service.send();
  await killAgainAndAgain(service, 20, () => ids.length);
  const acknowledged = await service.acknowledged();
  const stored = await service.storedIds();
  await eventually(() => ids.at(-1) === stored.at(-1), Boolean, 30_000);
  ended.abort('seen enough');
  await expect(reading).rejects.toBe('seen enough');

  expect(ids).toEqual(stored);
  expect(acknowledged.size).toBeGreaterThan(100);
  for (const [id, body] of acknowledged) expect(bodies.get(id)).toBe(body);
}, 180_000);
