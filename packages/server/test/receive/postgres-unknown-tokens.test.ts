import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createToken } from '../../src/connections/request-target.ts';
import { eventually } from '../eventually.ts';
import { freshDatabase } from '../fresh-database.ts';
import { insideDatabase } from '../inside-database.ts';
import { openSocket } from '../raw-http.ts';
import { send, startGuest, startServer } from '../start-server.ts';

test('while the database takes its time, unknown tokens past the bound are 503 with Retry-After', async () => {
  await using database = await freshDatabase();
  await using server = await startServer({ databaseUrl: database.url });
  const token = await (await startGuest(server)).endpoint();
  const overloaded = async () => {
    const { values } = await server.metrics.capturesRefused.get();
    return values.find(({ labels }) => labels.reason === 'overloaded')?.value ?? 0;
  };
  let text = '';
  const sockets = await insideDatabase(database.url, (db) =>
    db.transaction().execute(async (transaction) => {
      // Opening the connections takes longer on a busy machine than the service's own transactions may rest.
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(transaction);
      await sql`lock table endpoint in access exclusive mode`.execute(transaction);
      const opened = await Promise.all(Array.from({ length: 300 }, () => openSocket(server.url)));
      for (const socket of opened) {
        socket.setEncoding('latin1').on('data', (piece: string) => {
          text += piece;
        });
        for (let count = 0; count < 16; count += 1)
          socket.write(`GET /wh/${createToken()} HTTP/1.1\r\nHost: a\r\n\r\n`);
      }
      await eventually(overloaded, (count) => count > 0);
      return opened;
    }),
  );
  await eventually(() => /HTTP\/1\.1 503[\s\S]*?Retry-After: 1\r\n/i.test(text));
  for (const socket of sockets) socket.destroy();
  // Everything is as before once the waiting look-ups have been answered.
  await eventually(
    () => send(server, createToken()),
    ({ status }) => status === 404,
  );
  expect((await send(server, token)).status).toBe(200);
});
