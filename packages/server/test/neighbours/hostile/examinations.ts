import { brotliCompressSync } from 'node:zlib';
import {
  becomeGuest,
  becomeGuests,
  fromNetwork,
  type Hostile,
  keepOn,
  pause,
  putSettings,
  send,
} from '../hostile.ts';
import { sendAndHangUp, written } from './sockets.ts';

const mebibyte = 1024 * 1024;
const json = { 'content-type': 'application/json' };
const brotliLines = ['Content-Type: application/json', 'Content-Encoding: br'];

/** A reply that asks for the same value as often as it may. */
export const manyFields = { replies: [{ body: '{{json.a}}'.repeat(500) }] };
/** Replies that look through the whole body as often as they may, in vain. */
const manySearches = {
  replies: Array.from({ length: 100 }, (_, reply) => ({ when: `body:1,'"a":1,'${reply}` })),
};

/** JSON of this size that has the same name all over. */
function repeatedName(size: number): Buffer {
  return Buffer.from(`{${'"a":1,'.repeat((size - 8) / 6)}"a":1}`);
}

export const repeatedNames: Hostile = {
  name: 'replies with 500 fields of a JSON that has one name ten thousand times',
  store: 'any',
  async attack(target) {
    const guest = await becomeGuest(target);
    await putSettings(target, guest, manyFields);
    const body = repeatedName(64 * 1024);
    keepOn(2, () => send(target, guest, body, json));
    await pause(500);
  },
};

export const goneSenders: Hostile = {
  name: 'a MiB of JSON in 36 bytes, thousands of times, by senders that hang up',
  store: 'any',
  async attack(target) {
    const guest = await becomeGuest(target);
    await putSettings(target, guest, manyFields);
    const body = brotliCompressSync(repeatedName(mebibyte));
    const request = written('POST', `/wh/${guest.token}`, brotliLines, body);
    // Some thousand a second: what they cost is the subject, not the connections of a flood.
    const requests = Buffer.concat(Array.from({ length: 20 }, () => request));
    keepOn(3, () => sendAndHangUp(target, requests, 20));
    await pause(500);
  },
};

export const wholeBodies: Hostile = {
  name: 'thousands of whole bodies that take long to examine, by senders that hang up',
  store: 'any',
  async attack(target) {
    const body = repeatedName(64 * 1024);
    for (const { from, guest } of await becomeGuests(target, 3, manySearches)) {
      const request = written(
        'POST',
        `/wh/${guest.token}`,
        ['Content-Type: application/json'],
        body,
      );
      const requests = Buffer.concat(Array.from({ length: 10 }, () => request));
      keepOn(1, () => sendAndHangUp(from, requests, 20));
    }
    await pause(1500);
  },
};

export const freshGuests: Hostile = {
  name: 'ever new guests of twelve networks with one dear compressed request each',
  store: 'any',
  async attack(target) {
    const body = brotliCompressSync(repeatedName(mebibyte));
    for (let network = 0; network < 12; network += 1) {
      const from = fromNetwork(target, network);
      keepOn(1, async () => {
        const guest = await becomeGuest(from);
        await putSettings(from, guest, network % 2 === 0 ? manyFields : manySearches);
        await sendAndHangUp(from, written('POST', `/wh/${guest.token}`, brotliLines, body), 500);
      });
    }
    await pause(1000);
  },
};
