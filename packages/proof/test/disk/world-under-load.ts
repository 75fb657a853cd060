import { DatabaseSync } from 'node:sqlite';
import { Load } from '../../../server/test/outages/load.ts';
import { query } from '../../../server/test/postgres/connect.ts';
import { Random } from '../../../server/test/random.ts';
import { Visitor } from '../../../server/test/start-server.ts';
import type { Fault } from '../../src/faults/fault.ts';
import type { World } from '../../src/world/world.ts';

/** A guest of the first node, with an endpoint. */
export async function startVisitor({ nodes }: World): Promise<{ visitor: Visitor; token: string }> {
  const [node] = nodes;
  if (node === undefined) throw new Error('the world has no node');
  const visitor = new Visitor(node);
  await visitor.ask(201, 'POST', '/api/auth/guest');
  return { visitor, token: await visitor.endpoint() };
}

/** The webhooks that were sent and acknowledged while something was done: bodies by their ids. */
export async function acknowledgedDuring(
  { nodes }: World,
  token: string,
  work: (load: Load) => Promise<unknown>,
): Promise<Map<number, Buffer>> {
  const [node] = nodes;
  if (node === undefined) throw new Error('the world has no node');
  const load = new Load(node, token, 8);
  try {
    await work(load);
  } finally {
    await load.stop();
  }
  const stored = (await load.stop()).filter(({ status }) => status === 200);
  return new Map(stored.map(({ id, body }) => [id, body]));
}

/** Strikes under load, and lets the load go on afterwards. Gives what was acknowledged. */
export async function acknowledgedUnder(
  fault: Fault,
  world: World,
  { token, seed }: { token: string; seed: number },
): Promise<Map<number, Buffer>> {
  return await acknowledgedDuring(world, token, async (load) => {
    await load.more(200, 20);
    await fault.strike(world, new Random(seed));
    await load.more(200, 20);
  });
}

/** The ids of acknowledged webhooks that the database does not have byte for byte. */
export async function lostOf(
  { store, file, postgres, nodes }: World,
  acknowledged: ReadonlyMap<number, Buffer>,
): Promise<number[]> {
  const sql = 'select id, body from captured_request';
  const stored = new Map<number, Uint8Array>();
  const keep = (id: unknown, body: unknown) => {
    if (body instanceof Uint8Array) stored.set(Number(id), body);
  };
  if (store === 'postgres') {
    for (const { id, body } of await query(postgres?.url ?? '', sql)) keep(id, body);
  } else {
    await nodes[0]?.end('SIGTERM');
    const database = new DatabaseSync(file ?? '', { readOnly: true });
    for (const { id, body } of database.prepare(sql).all()) keep(id, body);
    const [result] = database.prepare('pragma integrity_check').all();
    database.close();
    if (result?.integrity_check !== 'ok') throw new Error(`the database is damaged: ${result}`);
    await nodes[0]?.start();
  }
  const isThere = (id: number, body: Buffer) => body.equals(stored.get(id) ?? new Uint8Array());
  return [...acknowledged].filter(([id, body]) => !isThere(id, body)).map(([id]) => id);
}
