import { errorCatalogue } from '@hookwell/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { eventually } from '../eventually.ts';
import { forFile } from '../kept-for.ts';
import { send, startAccount, startGuest, startServer, type Visitor } from '../start-server.ts';
import { startUpload, type Upload } from './uploads.ts';

let stranger: string;
const server = forFile(await startServer());
// Guests of one network share what their network may hold: a stranger is of another account.
stranger = await (await startAccount(server)).endpoint();

const mebibyte = 1024 * 1024;
const largestBytes = 25 * mebibyte;
const smallBytes = 64 * 1024;

let uploads: Upload[];
beforeEach(() => {
  uploads = [];
});
afterEach(async () => {
  for (const upload of uploads) upload[Symbol.dispose]();
  await eventually(() => server.metrics.bodiesInFlight.read() === 0);
});

async function hold(token: string, bytes: number): Promise<Upload> {
  const upload = await startUpload(server.url, token, bytes);
  uploads.push(upload);
  return upload;
}

async function threeEndpoints(visitor: Visitor): Promise<string[]> {
  return [await visitor.endpoint(), await visitor.endpoint(), await visitor.endpoint()];
}

/** Waits until everything that was sent is held or was refused. */
async function arrived(bytes: number): Promise<void> {
  await eventually(
    () => [bytes, server.metrics.bodiesInFlight.read()],
    ([wanted = 0, held = 0]) => held >= wanted,
  );
}

async function expectStored(token: string, bytes: number): Promise<void> {
  const answer = await send(server, token, { method: 'POST', body: Buffer.alloc(bytes, 'y') });
  expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('"id"')]);
}

const refused = (): Upload[] => uploads.filter(({ status }) => status !== undefined);

test('one guest that holds back the end of ten large bodies and 95 small ones is in no other account’s way', async () => {
  const tokens = await threeEndpoints(await startGuest(server));
  // An endpoint holds two of the largest bodies, its account five.
  const held = [0, 0, 0, 1, 1, 1, 2, 2, 2, 2].map((place) => tokens[place] ?? '');
  for (const token of held) await hold(token, largestBytes);
  const answers = await eventually(refused, ({ length }) => length >= 5);
  for (const { answer } of answers) {
    const { status, headers, body } = await answer;
    expect(status).toBe(503);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(JSON.parse(body)).toEqual({ error: errorCatalogue.overloaded.sentence });
  }
  await Promise.all(Array.from({ length: 95 }, () => hold(tokens[2] ?? '', smallBytes)));
  const most = 128 * mebibyte;
  const inFlight = server.metrics.bodiesInFlight.read();
  expect(inFlight).toBeGreaterThan(most / 2);
  expect(inFlight).toBeLessThanOrEqual(most);

  await expectStored(stranger, 100);
  await expectStored(stranger, smallBytes);
  // As many bodies at once as an endpoint may hold.
  await Promise.all([1, 2].map(() => expectStored(stranger, largestBytes)));
  // An upload that has its room is stored once it is whole.
  const patient = uploads.find(({ status }) => status === undefined);
  expect((await patient?.finish())?.status).toBe(200);
});

test('if several hold all the room, the slowest large upload gives way, and its room is free at once', async () => {
  const accounts = await Promise.all([1, 2, 3].map(() => startAccount(server)));
  const tokens = (await Promise.all(accounts.map(threeEndpoints))).flat();
  // As much as large bodies may take together: nine of the largest, and one that fills the rest.
  for (const token of tokens) await hold(token, largestBytes);
  await hold(tokens[0] ?? '', 14 * mebibyte);
  await arrived(9 * largestBytes + 14 * mebibyte - 10);
  expect(refused()).toEqual([]);

  await expectStored(stranger, smallBytes);
  // They have been silent for a while by then.
  await eventually(async () => {
    const answer = await send(server, stranger, {
      method: 'POST',
      body: Buffer.alloc(largestBytes),
    });
    return answer.status === 200;
  });
  const gaveWay = await eventually(refused, ({ length }) => length > 0);
  expect(gaveWay.length).toBeLessThanOrEqual(3);
  for (const upload of gaveWay) expect((await upload.answer).status).toBe(503);
  expect(server.metrics.bodiesInFlight.read()).toBeLessThan(9 * largestBytes);
  // An upload that was in the way of no other is stored once it is whole.
  const patient = uploads.find(({ status }) => status === undefined);
  expect((await patient?.finish())?.status).toBe(200);
});
