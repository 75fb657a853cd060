import { expect, test } from 'vitest';
import { eventually } from '../eventually.ts';
import { forFile } from '../kept-for.ts';
import { endpointWith } from '../replies/settings.ts';
import { startAccount, startServer, type Visitor, withKey } from '../start-server.ts';
import { listen } from './listener.ts';

const server = forFile(await startServer());

/** Numbers below 1 that look random and are the same each time (a linear congruential generator). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

/** Answers a sender, again if there is too much to do: so many at once are more than a small machine takes. */
async function triedAnswer(visitor: Visitor, id: number, status: number): Promise<number> {
  for (;;) {
    const response = await visitor.call('PUT', `/api/requests/${id}/answer`, { status });
    await response.text();
    if (response.status !== 503) return response.status;
  }
}

test('ten listeners, many senders: each gets one answer, the one that its capture shows', async () => {
  const random = randomNumbers(7);
  const senders = 80;
  // 100 of an account wait at once.
  const visitors = await Promise.all([1, 2, 3, 4].map(() => startAccount(server, 'plus')));
  const all = await Promise.all(
    visitors.map(async (visitor, index) => {
      const key = await withKey(visitor);
      const token =
        index % 2 === 0
          ? await key.endpoint()
          : await endpointWith(key, { replies: [{ status: 299 }] });
      const streams = await Promise.all(
        Array.from({ length: 10 }, () =>
          listen(key, token, index < 2 ? 'answers=25s' : 'answers=500ms'),
        ),
      );
      return { key, token, streams };
    }),
  );
  const given = new Map<number, number[]>();
  const listening = all.flatMap(({ key, streams }) =>
    streams.map((stream, listener) => {
      let seen = 0;
      const pending: Promise<void>[] = [];
      const look = setInterval(() => {
        for (const { id } of stream.requests.slice(seen)) {
          seen += 1;
          // Some answers never come; the others meet one another, and some the end of the time.
          if (listener !== id % 10 && random() < 0.85) continue;
          // 407 would have `fetch` look for a proxy.
          const status = 500 + listener;
          const answering = async () => {
            await new Promise((resolve) => setTimeout(resolve, 800 * random()));
            const got = await triedAnswer(key, id, status);
            expect([204, 409]).toContain(got);
            if (got === 204) given.set(id, [...(given.get(id) ?? []), status]);
          };
          pending.push(answering());
        }
      }, 5);
      return { done: () => Promise.all(pending), stop: () => clearInterval(look) };
    }),
  );
  const answers = await Promise.all(
    Array.from({ length: senders }, async (_, index) => {
      const { token } = all[index % all.length] ?? { token: '' };
      const response = await fetch(`${server.url}/wh/${token}`, { method: 'POST', body: 'hi' });
      await response.arrayBuffer();
      return { id: Number(response.headers.get('hookwell-request')), status: response.status };
    }),
  );
  await eventually(() =>
    all.every(({ streams }) => streams.every(({ ids }) => ids.length === senders / 4)),
  );
  for (const { stop } of listening) stop();
  await Promise.all(listening.map(({ done }) => done()));
  const captures = (
    await Promise.all(all.map(({ key }) => key.ask(200, 'GET', '/api/requests')))
  ).flat();
  expect(captures).toHaveLength(senders);
  const shown = new Map(captures.map((capture) => [capture.id, capture]));
  const answered = answers.filter(({ status }) => status >= 500);
  expect(answered.length).toBeGreaterThanOrEqual(senders / 2);
  for (const { id, status } of answers) {
    const byListener = status >= 500;
    expect(given.get(id) ?? []).toEqual(byListener ? [status] : []);
    const { answer: told, answeredBy } = shown.get(id);
    expect(answeredBy).toBe(byListener ? 'listener' : undefined);
    if (byListener || status === 299) expect(told).toBe(String(status));
    else expect(told).toBeUndefined();
  }
  const rows = await server.store.db.selectFrom('listener_answer').selectAll().execute();
  expect(rows).toHaveLength(answered.length);
  for (const { streams } of all) for (const stream of streams) stream[Symbol.dispose]();
});
