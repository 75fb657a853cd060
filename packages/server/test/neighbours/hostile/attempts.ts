import {
  becomeSeveral,
  callAs,
  type Guest,
  type Hostile,
  keepOn,
  pause,
  type Target,
} from '../hostile.ts';
import { sendAndHangUp, written } from './sockets.ts';

/** As many headers as a request may have, with Host and Content-Length. */
const manyHeaders = Array.from({ length: 998 }, (_, index) => `${index.toString(36)}:1`);

/** The id of the newest capture of the guest. */
async function newestId(target: Target, guest: Guest): Promise<string> {
  const { body } = await callAs(target, guest, 'GET', '/api/requests?limit=1&view=summary');
  const [, id] = /"id":(\d+)/.exec(body.toString()) ?? [];
  if (id === undefined) throw new Error('nothing was stored');
  return id;
}

export const manyHeaderReads: Hostile = {
  name: 'captures of 1,000 headers, read as texts, as pages and as they went over the wire',
  store: 'any',
  async attack(target) {
    for (const guest of await becomeSeveral(target, 3)) {
      const request = written('POST', `/wh/${guest.token}`, manyHeaders);
      await Promise.all(Array.from({ length: 50 }, () => sendAndHangUp(target, request, 500)));
      const id = await newestId(target, guest);
      keepOn(8, () => callAs(target, guest, 'GET', `/api/requests/${id}/wire`));
      keepOn(4, () => callAs(target, guest, 'GET', `/api/requests/${id}`));
      keepOn(4, () => callAs(target, guest, 'GET', '/api/requests?limit=1000'));
    }
    await pause(500);
  },
};

/** Each delivery is named by a long value of its body, and has many attempts. */
export const manyAttempts: Hostile = {
  name: 'deliveries of a thousand attempts under long ids, read in the largest pages',
  store: 'any',
  async attack(target) {
    const settings = { delivery: 'json.id', replies: [{ plan: ['500', '200'] }] };
    for (const guest of await becomeSeveral(target, 2, settings)) {
      const bodies = Array.from({ length: 4 }, (_, index) =>
        JSON.stringify({ id: `${index}${'i'.repeat(30_000)}` }),
      );
      const json = ['Content-Type: application/json'];
      const requests = bodies.map((body) =>
        written('POST', `/wh/${guest.token}`, json, Buffer.from(body)),
      );
      const several = Buffer.concat([...requests, ...requests]);
      keepOn(4, () => sendAndHangUp(target, several, 50));
      const path = `/api/endpoints/${guest.token}/deliveries?limit=100`;
      keepOn(8, () => callAs(target, guest, 'GET', path));
    }
    await pause(1000);
  },
};
