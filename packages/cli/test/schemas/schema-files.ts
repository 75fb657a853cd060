import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { send, type TestServer } from '../../../server/test/start-server.ts';
import type { KeyWorkplace } from '../forwarding/key-workplace.ts';

/** A folder with these files, for the test under way. */
export function folderWith(files: Readonly<Record<string, string | object>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'hookwell-schemas-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) {
    const file = join(folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  }
  return folder;
}

/** Stores a request for each body at a new endpoint, the last one first: they are judged in this order. Gives its token, and their ids. */
export async function storeBodies(
  server: TestServer,
  { visitor }: KeyWorkplace,
  bodies: readonly unknown[],
): Promise<{ token: string; ids: number[] }> {
  const token = await visitor.endpoint();
  const ids: number[] = [];
  for (const body of bodies.toReversed()) {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    ids.unshift((await send(server, token, { method: 'POST', body: text })).id);
  }
  return { token, ids };
}

/** An order has an id, which is an integer. */
export const orderSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  required: ['id'],
  properties: { type: { type: 'string' }, id: { type: 'integer' } },
};
