import {
  becomeGuest,
  call,
  callAs,
  type Guest,
  type Hostile,
  keepOn,
  pause,
  putSettings,
  type Target,
} from '../hostile.ts';
import { sendAndHangUp, written } from './sockets.ts';

/** Settings of 240 KB that take as long to read as any: their matches are as long as matches may be. */
export function longestSettings(variant: number): string {
  const matches = Array.from({ length: 14 }, (_, reply) => ({
    when: `header.a=${reply}${variant}${'x'.repeat(4000)}`,
  }));
  const bodies = Array.from({ length: 3 }, () => ({
    when: 'header.a=1',
    body: 'x'.repeat(60_000),
  }));
  return JSON.stringify({ replies: [...matches, ...bodies] });
}

const documents = [longestSettings(0), longestSettings(1)];

/** Makes endpoints, names them and deletes them, without end. */
async function rotate(target: Target, guest: Guest): Promise<void> {
  const made = await callAs(target, guest, 'POST', '/api/endpoints');
  const { token } = JSON.parse(made.body.toString());
  await callAs(target, guest, 'PATCH', `/api/endpoints/${token}`, '{"badgeName":"x"}');
  await callAs(target, guest, 'DELETE', `/api/endpoints/${token}`);
}

export const manyWrites: Hostile = {
  name: 'settings of 240 KB put three hundred times at once, beside endpoints, clears and deletions',
  store: 'each',
  async attack(target) {
    const guests = [await becomeGuest(target), await becomeGuest(target)];
    for (const [index, guest] of guests.entries()) {
      const path = `/api/endpoints/${guest.token}/settings`;
      let count = index;
      keepOn(150, async () => {
        const document = documents[count++ % documents.length];
        const { status } = await callAs(target, guest, 'PUT', path, document);
        // As its answer asks for: what a flood of refused calls costs is no matter of writes.
        if (status === 503) await pause(1000);
      });
      keepOn(10, () => rotate(target, guest));
      keepOn(10, () => callAs(target, guest, 'DELETE', '/api/requests'));
      keepOn(10, async () => {
        await call(`${target.url}/wh/${guest.token}`, { localAddress: target.localAddress });
        await callAs(target, guest, 'DELETE', `/api/requests/endpoint/${guest.token}`);
      });
      keepOn(10, () => callAs(target, guest, 'DELETE', '/api/requests/1'));
    }
    await pause(1000);
  },
};

export const changedSettings: Hostile = {
  name: 'nine thousand pipelined captures of an endpoint whose settings change all the time',
  store: 'any',
  async attack(target) {
    const guest = await becomeGuest(target);
    let count = 0;
    const change = () => {
      const replies = [{ when: `body:zz${count++}`, delay: '60s' }, { status: 202 }];
      return putSettings(target, guest, { replies });
    };
    await change();
    const capture = written('POST', `/wh/${guest.token}`, [], Buffer.from('q'));
    const captures = Buffer.concat(Array.from({ length: 900 }, () => capture));
    keepOn(10, () => sendAndHangUp(target, captures, 1500));
    keepOn(1, async () => {
      await change();
      await pause(60);
    });
    await pause(1000);
  },
};
