import { expect, test } from 'vitest';
import { createToken } from '../../src/connections/request-target.ts';
import { forFile } from '../kept-for.ts';
import { openSocket } from '../raw-http.ts';
import { send, startGuest, startServer } from '../start-server.ts';

const server = forFile(await startServer());
const visitor = await startGuest(server);

test('an endpoint works in the moment it is there, however often its token was asked for before', async () => {
  const { id: account_id } = await visitor.ask(200, 'GET', '/api/auth/me');
  const token = createToken();
  for (let count = 0; count < 3; count += 1) {
    expect((await send(server, token)).status).toBe(404);
  }
  // Another node or an operator would make it like this, without telling this server.
  await server.store.db
    .insertInto('endpoint')
    .values({ account_id, token, badge_name: null, created_at: Date.now() })
    .execute();
  expect((await send(server, token)).status).toBe(200);
});

test('captures of known endpoints are answered during a flood of unknown tokens', async () => {
  const token = (await visitor.ask(200, 'GET', '/api/endpoints'))[0].token;
  expect((await send(server, token)).status).toBe(200);
  let unknown = 0;
  let others = 0;
  const flood = await Promise.all(
    Array.from({ length: 125 }, async () => {
      const socket = await openSocket(server.url);
      socket.setEncoding('latin1').on('data', (piece: string) => {
        unknown += piece.match(/HTTP\/1\.1 404/g)?.length ?? 0;
        others += piece.match(/HTTP\/1\.1 (?!404)/g)?.length ?? 0;
      });
      const requests = Array.from(
        { length: 16 },
        () => `GET /wh/${createToken()} HTTP/1.1\r\nHost: a\r\n\r\n`,
      );
      socket.write(requests.join(''));
      return socket;
    }),
  );
  while (unknown + others < 2000) {
    expect((await send(server, token)).status).toBe(200);
  }
  expect(others).toBe(0);
  for (const socket of flood) socket.destroy();
});
