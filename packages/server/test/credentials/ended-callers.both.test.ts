import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { eventually } from '../eventually.ts';
import { forFile } from '../kept-for.ts';
import { openSocket, type RawAnswer, readAnswer } from '../raw-http.ts';
import { valueNow } from '../requests/heavy-readers.ts';
import { password, send, startAccount, startServer, Visitor, withKey } from '../start-server.ts';
import { startMember, startTeam } from '../teams/team-server.ts';

const server = forFile(await startServer({ streamCheckMs: 50 }));

interface Begun {
  socket: Socket;
  rest: string;
  answered: Promise<RawAnswer>;
}

/** Sends a change of settings but for the end of its body, by a session or a key. */
async function beginChange(of: Visitor, token: string, query = ''): Promise<Begun> {
  const body = JSON.stringify({ replies: [{ status: 418 }] });
  const credential =
    of.key === undefined ? `Cookie: ${of.cookie}` : `Authorization: Bearer ${of.key}`;
  const socket = await openSocket(server.url);
  const head = `Host: a\r\n${credential}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`;
  socket.write(
    `PUT /api/endpoints/${token}/settings${query} HTTP/1.1\r\n${head}\r\n\r\n${body.slice(0, 10)}`,
  );
  return { socket, rest: body.slice(10), answered: readAnswer(socket) };
}

/** Another session of a registered account. */
async function logInAgain(account: Visitor): Promise<Visitor> {
  const { email } = await account.ask(200, 'GET', '/api/auth/me');
  const again = new Visitor(server);
  await again.ask(200, 'POST', '/api/auth/login', { email, password });
  return again;
}

async function end({ socket, rest, answered }: Begun): Promise<number> {
  socket.write(rest);
  return (await answered).status;
}

test('a body that ends late changes nothing after its session or key has ended', async () => {
  const account = await startAccount(server, 'plus');
  const key = await withKey(account);
  const token = await account.endpoint();
  const again = await logInAgain(account);
  const [byKey, bySession] = [await beginChange(key, token), await beginChange(again, token)];
  const [{ trackingId }] = await account.ask(200, 'GET', '/api/keys');
  await account.ask(204, 'DELETE', `/api/keys/${trackingId}`);
  await again.ask(204, 'POST', '/api/auth/logout');
  expect(await end(byKey)).toBe(401);
  expect(await end(bySession)).toBe(401);
  expect(await account.ask(200, 'GET', `/api/endpoints/${token}/settings`)).toEqual({});
});

test('changes of a member that wait are not made after the answer to its removal, demotion or log-out', async () => {
  for (const how of ['removed', 'demoted', 'logged out']) {
    const { owner, team } = await startTeam(server);
    const change = server.store.db.updateTable('account').set({ plan: 'enterprise' });
    await change.where('id', '=', team).execute();
    const member = await startMember(server, owner, team, 'member');
    const path = `/api/teams/${team}/members/${member.id}`;
    const count = async () =>
      (await owner.ask(200, 'GET', `/api/endpoints?account=${team}`)).length;
    const changes = Array.from({ length: 60 }, async () => {
      const response = await member.call('POST', `/api/endpoints?account=${team}`);
      await response.text();
      return response.status;
    });
    await eventually(count, (made) => made > 0);
    if (how === 'removed') await owner.ask(204, 'DELETE', path);
    else if (how === 'demoted') await owner.ask(200, 'PATCH', path, { role: 'viewer' });
    else await member.ask(204, 'POST', '/api/auth/logout');
    const made = await count();
    const statuses = await Promise.all(changes);
    expect([how, await count()]).toEqual([how, made]);
    expect([how, statuses.filter((status) => status === 201).length]).toEqual([how, made]);
  }
});

test('a list that is read slowly ends with its session, and with the membership', async () => {
  const { owner, team } = await startTeam(server, 'plus');
  const member = await startMember(server, owner, team, 'member');
  const staying = await startMember(server, owner, team, 'viewer');
  const account = await startAccount(server, 'plus');
  const { token } = await owner.ask(201, 'POST', `/api/endpoints?account=${team}`);
  const own = await account.endpoint();
  for (const to of [token, own])
    for (let sent = 0; sent < 16; sent += 1)
      await send(server, to, { method: 'POST', body: 'x'.repeat(1024 * 1024) });
  const lists = [
    await beginList(member, `/api/requests?account=${team}`),
    await beginList(account, '/api/requests'),
    await beginList(staying, `/api/requests?account=${team}`),
  ];
  const open = () => valueNow(server.metrics.openLists);
  await eventually(open, (count) => count === 3);
  await owner.ask(204, 'DELETE', `/api/teams/${team}/members/${member.id}`);
  await account.ask(204, 'POST', '/api/auth/logout');
  await eventually(open, (count) => count === 1);
  const ends = lists.map(readToEnd);
  expect(await Promise.all(ends)).toEqual([false, false, true]);
});

/** Reads what is left; tells whether that has the last chunk. */
async function readToEnd(socket: Socket): Promise<boolean> {
  let last = '';
  socket.on('data', (piece) => {
    last = (last + piece.toString('latin1')).slice(-7);
    if (last.endsWith('\r\n0\r\n\r\n')) socket.destroy();
  });
  socket.resume();
  if (!socket.closed) await new Promise((resolve) => socket.once('close', resolve));
  return last.endsWith('\r\n0\r\n\r\n');
}

/** Asks for a list and reads nothing of it. */
async function beginList(of: Visitor, path: string): Promise<Socket> {
  const socket = await openSocket(server.url);
  socket.on('error', () => {}).pause();
  socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\nCookie: ${of.cookie}\r\n\r\n`);
  return socket;
}
