import { operations } from '@hookwell/core/api';
import { describe, expect, test } from 'vitest';
import { forFile } from '../kept-for.ts';
import { withKey } from '../start-server.ts';
import { CalledServer } from './callers.ts';
import { addressOf, fixtures, names } from './route-fixtures.ts';

const called = forFile(await CalledServer.start());

/** A name that nobody has; of a form that no name has, too (more of these are in `http/validation.test.ts`). */
const unknown = [
  { token: 'a'.repeat(26), id: 999_999_999, shareSecret: 'A'.repeat(43) },
  { token: 'NOT-A-TOKEN', id: '1.5', shareSecret: 'x' },
  { token: 'x', id: '%00', shareSecret: 'x' },
].map(({ token, id, shareSecret }) => ({
  ...{ token, id, shareSecret, secret: shareSecret, trackingId: '00000' },
  ...{ share: id, team: id, member: id, invitation: id },
}));

describe('things of another account answer like things that do not exist, byte for byte', () => {
  // The secret of a share is its credential.
  const withParameter = names.filter(
    (name) => operations[name].url.includes(':') && name !== 'getShared',
  );
  test.each(withParameter)('%s', async (name) => {
    const caller = await called.makeCaller('plus');
    const carriers =
      operations[name].config.credentials === 'session'
        ? [caller.sends]
        : [caller.sends, await withKey(caller.owner)];
    const foreign = await called.makeThings(called.stranger, { withTeam: true });
    for (const carrier of carriers) {
      const answers = [];
      for (const things of [foreign, ...unknown]) {
        const response = await carrier.call(
          operations[name].method,
          addressOf(name, things),
          fixtures[name].body?.(foreign),
        );
        const headers = [...response.headers].filter(
          ([header]) => header !== 'date' && header !== 'x-request-id',
        );
        answers.push({ status: response.status, headers, body: await response.text() });
      }
      expect(answers[0]).toMatchObject({ status: 404, body: '{"error":"Not found"}' });
      expect(answers[0]?.headers).toContainEqual(['cache-control', 'no-store']);
      for (const answer of answers) expect(answer).toEqual(answers[0]);
    }
    // The target of the refused call is unchanged.
    expect((await called.stranger.call('GET', `/api/requests/${foreign.id}`)).status).toBe(200);
    expect(
      (await called.stranger.ask(200, 'GET', '/api/keys')).map(
        (key: { trackingId: string }) => key.trackingId,
      ),
    ).toContain(foreign.trackingId);
  });
});
