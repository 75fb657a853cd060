import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

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

/** JSON lines with a request for each body. */
export function archiveOf(...bodies: unknown[]): string {
  const lines = bodies.map((body) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return JSON.stringify({ method: 'POST', target: '/wh/x', headers: [], body: text });
  });
  return `${lines.join('\n')}\n`;
}

/** An order has an id, which is an integer. */
export const orderSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  required: ['id'],
  properties: { type: { type: 'string' }, id: { type: 'integer' } },
};
