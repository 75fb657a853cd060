import { once } from 'node:events';
import { expect, test } from 'vitest';
import { eventually } from '../eventually.ts';
import { freshDatabase } from '../fresh-database.ts';
import { openSocket } from '../raw-http.ts';
import { endpointWith } from '../replies/settings.ts';
import { startProcess } from '../server-process.ts';
import { startAccount, startServer, Visitor } from '../start-server.ts';

test('after kill -9 during a delay the capture is there, and no byte of its answer came', async () => {
  await using database = await freshDatabase();
  const databaseUrl = database.url;
  let cookie = '';
  let token = '';
  {
    await using server = await startServer({ databaseUrl });
    const owner = await startAccount(server, 'plus');
    cookie = owner.cookie ?? '';
    token = await endpointWith(owner, {
      replies: [{ plan: ['500 delay=10s', '200'] }],
    });
  }
  {
    await using server = await startProcess({ databaseUrl });
    const socket = await openSocket(server.url);
    let received = '';
    socket.on('data', (piece) => {
      received += String(piece);
    });
    const gone = new Promise((resolve) => socket.on('error', () => {}).once('close', resolve));
    socket.write(`POST /wh/${token} HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nhi`);
    const visitor = new Visitor(server, { cookie });
    await eventually(
      () => visitor.ask(200, 'GET', '/api/requests'),
      (list) => list.length === 1,
    );
    await server.end('SIGKILL');
    await gone;
    expect(received).toBe('');
  }
  await using server = await startServer({ databaseUrl });
  const visitor = new Visitor(server, { cookie });
  const [stored] = await visitor.ask(200, 'GET', '/api/requests');
  expect(stored).toMatchObject({ attempt: 1, answer: '500', body: { raw: 'hi' } });
  // The attempt that was never answered counts.
  const response = await fetch(`${server.url}/wh/${token}`, { method: 'POST', body: 'hi' });
  expect(response.status).toBe(200);
});

test('a stop by signal answers all that wait', async () => {
  await using database = await freshDatabase();
  const databaseUrl = database.url;
  let token = '';
  {
    await using server = await startServer({ databaseUrl });
    const owner = await startAccount(server, 'plus');
    token = await endpointWith(owner, { replies: [{ status: 202, delay: '60s' }] });
  }
  await using server = await startProcess({ databaseUrl });
  const sockets = await Promise.all(Array.from({ length: 50 }, () => openSocket(server.url)));
  const answers = sockets.map(async (socket) => {
    const [answer] = await once(socket, 'data');
    return String(answer).split('\r\n')[0];
  });
  for (const socket of sockets)
    socket.write(`POST /wh/${token} HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nhi`);
  await eventually(async () => {
    const metrics = await (await fetch(`${server.url}/metrics`)).text();
    return /^hookwell_replies_waiting 50$/m.test(metrics);
  });
  expect(await server.end('SIGTERM')).toBe(0);
  expect(new Set(await Promise.all(answers))).toEqual(new Set(['HTTP/1.1 202 Accepted']));
});
