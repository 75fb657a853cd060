import { gzipSync } from 'node:zlib';
import {
  becomeGuest,
  callAs,
  fromNetwork,
  type Guest,
  type Hostile,
  keepOn,
  pause,
  send,
  type Target,
} from '../hostile.ts';

const mebibyte = 1024 * 1024;
const largestBodyBytes = 25 * mebibyte;
const gzip = { 'content-encoding': 'gzip' };

/** An object that has so many names of its own, each with a value of another type. */
function manyNames(seed: number, count: number): string {
  const values = ['1', '"x"', '[{}]', '{"a":[1,"b",{"c":null}]}', '1e400', 'true'];
  const members = Array.from(
    { length: count },
    (_, index) => `"${seed}_${index}_${'n'.repeat(index % 200)}":${values[index % values.length]}`,
  );
  return `{${members.join()}}`;
}

interface Body {
  bytes: Uint8Array;
  headers?: Record<string, string>;
}

/** As many values as a body can have, and levels, sent as they are and compressed; and four that are decompressed in vain. */
function largeBodies(): Body[] {
  const manyValues = Buffer.from(`[${'[],{},0,'.repeat(largestBodyBytes / 8 - 1)}0]`);
  const notQuite = Buffer.alloc(largestBodyBytes, '"a",');
  const tooLarge = gzipSync(Buffer.alloc(largestBodyBytes + 1, ' '));
  return [
    { bytes: manyValues },
    { bytes: gzipSync(manyValues), headers: gzip },
    { bytes: gzipSync(notQuite), headers: gzip },
    { bytes: Buffer.from('[{"a":'.repeat(2 * mebibyte)) },
    ...Array.from({ length: 4 }, () => ({ bytes: tooLarge, headers: gzip })),
  ];
}

async function plant(
  target: Target,
  guest: Guest,
  number: number,
  large: readonly Body[],
): Promise<void> {
  for (const { bytes, headers } of large) await send(target, guest, bytes, headers);
  await Promise.all([
    ...Array.from({ length: 100 }, (_, count) =>
      send(target, guest, manyNames(100 * number + count, 400)),
    ),
    ...Array.from({ length: 200 }, (_, count) =>
      send(target, guest, `{"type":"${number}.${count}","in":${manyNames(count, 20)}}`),
    ),
  ]);
}

export const shapes: Hostile = {
  name: 'schemas and events of large, compressed, deep and odd bodies, asked for by several at once and given up',
  store: 'any',
  async attack(target) {
    const large = largeBodies();
    const guests = Array.from({ length: 3 }, async (_, number) => {
      const from = fromNetwork(target, number);
      const guest = await becomeGuest(from);
      // What is compressed costs the same again for each; whole megabytes are sent by one.
      const sent = number === 0 ? large : large.filter(({ headers }) => headers !== undefined);
      await plant(from, guest, number, sent);
      return { from, guest, number };
    });
    for (const { from, guest, number } of await Promise.all(guests)) {
      const endpoint = `/api/endpoints/${guest.token}`;
      keepOn(4, () => callAs(from, guest, 'GET', `${endpoint}/events`));
      keepOn(8, () => callAs(from, guest, 'GET', `${endpoint}/schema?limit=10000`));
      keepOn(4, () => callAs(from, guest, 'GET', `${endpoint}/schema?event=${number}.1&match=n`));
      keepOn(4, async () => {
        const { url } = from;
        const signal = AbortSignal.timeout(100);
        await fetch(`${url}${endpoint}/schema`, { headers: { cookie: guest.cookie }, signal });
      });
    }
    await pause(1000);
  },
};
