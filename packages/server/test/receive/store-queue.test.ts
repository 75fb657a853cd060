import { expect, test } from 'vitest';
import { mostQueuedBytes } from '../../src/receive/store-queue.ts';
import { eventually } from '../eventually.ts';
import { forFile } from '../kept-for.ts';
import { startAccount, startServer } from '../start-server.ts';

const mebibyte = 1024 * 1024;
/** The first pieces of further bodies, which sockets have taken already. */
const mostBesideBytes = 8 * mebibyte;

const server = forFile(await startServer());

/** The store is slow with large captures of this endpoint until the returned function is called. */
function slowDown(endpointId: number): () => void {
  const { captures } = server.store;
  const append = captures.append.bind(captures);
  const { promise, resolve } = Promise.withResolvers<void>();
  captures.append = async (capture) => {
    if (capture.endpointId === endpointId && capture.bodySize > 1) await promise;
    return await append(capture);
  };
  return resolve;
}

test('of an account whose captures wait to be stored further bodies are not read, however many come', async () => {
  const account = await startAccount(server, 'plus');
  const token = await account.endpoint();
  const other = await (await startAccount(server, 'plus')).endpoint();
  const post = async (to: string, size: number) => {
    const response = await fetch(`${server.url}/wh/${to}`, {
      method: 'POST',
      body: Buffer.alloc(size, 'x'),
    });
    return response.status;
  };
  // An endpoint that is not known yet belongs to nobody.
  expect([await post(token, 1), await post(other, 1)]).toEqual([200, 200]);
  const [endpoint] = await account.ask(200, 'GET', '/api/endpoints');
  const inFlight = () => server.metrics.bodiesInFlight.read();
  const letGo = slowDown(endpoint.id);
  const send = (count: number) => Array.from({ length: count }, () => post(token, mebibyte));
  const queued = send(mostQueuedBytes / mebibyte);
  await eventually(inFlight, (bytes) => bytes >= mostQueuedBytes);
  const further = send(36);
  // The captures of another account are read and stored meanwhile, whatever their size.
  for (let count = 0; count < 3; count++) expect(await post(other, 16 * mebibyte)).toBe(200);
  expect(await inFlight()).toBeLessThan(mostQueuedBytes + mostBesideBytes);
  letGo();
  const answers = await Promise.all([...queued, ...further]);
  expect(new Set(answers)).toEqual(new Set([200]));
  await eventually(inFlight, (left) => left === 0);
});
