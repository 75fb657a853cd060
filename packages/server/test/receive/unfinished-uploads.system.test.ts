import { errorCatalogue } from '@hookwell/core/api';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { eventually } from '../eventually.ts';
import { forFile } from '../kept-for.ts';
import { send, startAccount, startGuest, startServer } from '../start-server.ts';
import { startUpload, type Upload } from './uploads.ts';

let stranger: string;
const server = forFile(await startServer());
// Guests of one network share what their network may hold: a stranger is of another account.
stranger = await (await startAccount(server)).endpoint();

const mebibyte = 1024 * 1024;
const largestBytes = 25 * mebibyte;

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

const refused = (): Upload[] => uploads.filter(({ status }) => status !== undefined);

test('an account holds five of the largest unfinished bodies; those of others are stored meanwhile', async () => {
  const token = await (await startGuest(server)).endpoint();
  for (let count = 0; count < 6; count += 1) await hold(token, largestBytes);
  const [refusal] = await eventually(refused, ({ length }) => length > 0);
  const { status, headers, body } = (await refusal?.answer) ?? {};
  expect(status).toBe(503);
  expect(Number(headers?.get('retry-after'))).toBeGreaterThan(0);
  expect(JSON.parse(body ?? '')).toEqual({ error: errorCatalogue.overloaded.sentence });
  expect(refused()).toHaveLength(1);

  const { status: ofStranger } = await send(server, stranger, {
    ...{ method: 'POST', body: Buffer.alloc(largestBytes, 'y') },
  });
  expect(ofStranger).toBe(200);
  // An upload that has its room is stored once it is whole.
  const patient = uploads.find((upload) => upload.status === undefined);
  expect((await patient?.finish())?.status).toBe(200);
});
