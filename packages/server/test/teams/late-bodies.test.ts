import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { forFile } from '../kept-for.ts';
import { startServer, type Visitor } from '../start-server.ts';
import { startMember, startTeam } from './team-server.ts';

const server = forFile(await startServer());

/** Sends a request but for the last byte of its body. The result sends that one, and gives the status of the answer. */
async function begin(
  who: Visitor,
  method: string,
  path: string,
  body: unknown,
): Promise<() => Promise<number>> {
  const { port, hostname } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  const json = JSON.stringify(body);
  const credential =
    who.key === undefined ? `cookie: ${who.cookie}` : `authorization: Bearer ${who.key}`;
  const head = [
    `${method} ${path} HTTP/1.1`,
    ...['host: localhost', credential, 'content-type: application/json', 'expect: 100-continue'],
    ...[`content-length: ${json.length}`, 'connection: close', '', ''],
  ];
  // From the start: an answer may come before the last byte.
  let received = '';
  socket.on('data', (data) => {
    received += data;
  });
  const closed = once(socket, 'close');
  socket.write(head.join('\r\n'));
  await once(socket, 'data');
  socket.write(json.slice(0, -1));
  return async () => {
    socket.write(json.slice(-1));
    await closed;
    return Number(received.match(/(?<=^HTTP\/1\.1 )\d+/gm)?.at(-1));
  };
}

test('who is removed or lowered while a body arrives changes nothing any more', async () => {
  const { owner, team } = await startTeam(server, 'plus');
  const { token } = await owner.ask(201, 'POST', `/api/endpoints?account=${team}`);
  const removed = await startMember(server, owner, team, 'member');
  const lowered = await startMember(server, owner, team, 'member');

  const beginAll = (who: Visitor) =>
    Promise.all([
      begin(who, 'PUT', `/api/endpoints/${token}/settings?account=${team}`, { delivery: 'one' }),
      begin(who, 'PATCH', `/api/endpoints/${token}?account=${team}`, { badgeName: 'Theirs' }),
      begin(who, 'POST', `/api/shares?account=${team}`, {
        endpoint: token,
        days: 1,
        redact: 'secrets',
      }),
      begin(who, 'POST', `/api/keys?account=${team}`, { name: 'Theirs' }),
    ]);
  const ofRemoved = await beginAll(removed);
  const ofLowered = await beginAll(lowered);
  await owner.ask(204, 'DELETE', `/api/teams/${team}/members/${removed.id}`);
  await owner.ask(200, 'PATCH', `/api/teams/${team}/members/${lowered.id}`, { role: 'viewer' });
  const finish = (begun: (() => Promise<number>)[]) => Promise.all(begun.map((end) => end()));
  expect(await finish(ofRemoved)).toEqual([404, 404, 404, 404]);
  expect(await finish(ofLowered)).toEqual([403, 403, 403, 403]);
  expect(await owner.ask(200, 'GET', `/api/endpoints/${token}/settings?account=${team}`)).toEqual(
    {},
  );
  expect(await owner.ask(200, 'GET', `/api/shares?account=${team}`)).toEqual([]);
});
