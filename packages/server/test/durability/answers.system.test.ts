import { expect, test } from 'vitest';
import { answer, listen } from '../answers/listener.ts';
import { eventually } from '../eventually.ts';
import { freshDatabase } from '../fresh-database.ts';
import { startProcess } from '../server-process.ts';
import { startGuest, Visitor } from '../start-server.ts';

test('a killed node loses no capture, and shows no answer that its sender cannot have got', async () => {
  await using database = await freshDatabase();
  const killed = await startProcess({ databaseUrl: database.url });
  const guest = await startGuest(killed);
  const token = await guest.endpoint();
  using stream = await listen(guest, token, 'answers=8s');
  const lost = fetch(`${killed.url}/wh/${token}`).then(
    () => 'answered',
    () => 'cut',
  );
  const id = (await stream.received(1))[0]?.id ?? 0;
  const got = fetch(`${killed.url}/wh/${token}`);
  const answered = (await stream.received(2))[1]?.id ?? 0;
  expect(await answer(guest, answered, { status: 222 })).toBe(204);
  expect((await got).status).toBe(222);
  // The listener is gone between the arrival and its answer: the sender still waits.
  await killed.end('SIGKILL');
  expect(await lost).toBe('cut');
  await using server = await startProcess({ databaseUrl: database.url });
  const again = new Visitor(server, { cookie: guest.cookie ?? '' });
  expect(await again.ask(200, 'GET', `/api/requests/${answered}`)).toMatchObject({
    answer: '222',
    answeredBy: 'listener',
  });
  expect(await again.ask(200, 'GET', `/api/requests/${id}`)).not.toHaveProperty('answer');
  expect(await answer(again, id)).toBe(503);
  // Who listens again is asked.
  using anew = await listen(again, token, `answers=25s&after=${answered}`);
  const waiting = fetch(`${server.url}/wh/${token}`);
  const last = await eventually(() => anew.requests.find((request) => 'waiting' in request));
  expect(await answer(again, last?.id ?? 0)).toBe(204);
  expect((await waiting).status).toBe(201);
});
