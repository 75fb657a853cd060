import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { endpointWith } from '../replies/settings.ts';
import { send, startAccount, startServer, type TestServer } from '../start-server.ts';
import { headerRecord, signedHeaders } from './signed-requests.ts';

const random = () => randomBytes(12).toString('hex');

test('where they are dropped, no X- header, and no secret, is in the database, its log, our log, the metrics or an answer', async () => {
  await using server = await startServer();
  const owner = await startAccount(server, 'plus');
  const found = new Map<string, string>();
  for (const scheme of ['github', 'shopify', 'gitlab', 'slack', 'square', 'hubspot-v3']) {
    const [secret, wrong, note] = [random(), random(), random()];
    found.set(`a secret of ${scheme}`, secret);
    found.set(`a note beside ${scheme}`, note);
    const token = await endpointWith(owner, {
      verify: { scheme, secrets: [random(), secret] },
      xHeaders: 'drop',
      replies: [{ when: 'signature=valid', body: '{{delivery}} {{event}}' }, { status: 401 }],
    });
    for (const used of [secret, wrong, `${secret}\n`]) {
      const signed = signedHeaders(server, token, { scheme, secret: used, id: random() });
      const headers = { ...headerRecord(signed), 'x-note': note, 'X-Forwarded-Proto': note };
      await send(server, token, { method: 'POST', headers, body: '{}' });
      for (const [name, value] of Object.entries(headers)) {
        const isKept = /event|topic|timestamp|content-type/i.test(name);
        if (!isKept && /^x-/i.test(name)) found.set(`${name} of ${scheme}`, value);
      }
    }
    await owner.ask(200, 'GET', `/api/endpoints/${token}/settings`);
    for (const path of [`/api/requests/endpoint/${token}`, `/api/endpoints/${token}/deliveries`]) {
      const text = JSON.stringify(await owner.ask(200, 'GET', path));
      for (const [what, value] of found) expect(text, what).not.toContain(value);
    }
  }
  const texts = {
    'the database': await wholeDatabase(server),
    'the log': server.logLines.join(''),
    'the metrics': await server.metrics.registry.metrics(),
  };
  // The white space at the end of a token is not part of its header.
  expect(texts['the metrics']).toMatch(/hookwell_signatures_total\{verdict="valid"\} 7/);
  expect(texts['the metrics']).toMatch(/hookwell_signatures_total\{verdict="invalid"\} 11/);
  for (const [place, text] of Object.entries(texts)) {
    for (const [what, value] of found) {
      for (const form of [value, Buffer.from(value).toString('hex')]) {
        expect(text.includes(form), `${what} in ${place}`).toBe(false);
      }
    }
  }
});

/** All that the database has: in SQLite its files, byte for byte. */
async function wholeDatabase({ config, store: { db } }: TestServer): Promise<string> {
  const file = /^sqlite:(.*)$/.exec(config.databaseUrl)?.[1];
  if (file !== undefined) {
    const files = [file, `${file}-wal`].map((name) => readFile(name, 'latin1'));
    return (await Promise.all(files)).join('\n');
  }
  const tables = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = current_schema()
  `.execute(db);
  expect(tables.rows.length).toBeGreaterThan(10);
  const rows = await Promise.all(
    tables.rows.map(({ name }) =>
      sql<{ text: string }>`select t::text as text from ${sql.table(name)} t`.execute(db),
    ),
  );
  return rows.flatMap((result) => result.rows.map(({ text }) => text)).join('\n');
}
