import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Store } from '../src/world/world.ts';

const program = join(import.meta.dirname, '../src/prove.ts');

/** Seeds whose first round kills: a node of each store, and PostgreSQL. */
const seeds: Record<Store, string> = { sqlite: '13', postgres: '19' };

/** Runs the command for its first round; gives its exit code and what it printed. */
export async function prove(store: Store): Promise<{ code: number | null; printed: string }> {
  const words = ['--minutes', '0.1', '--seed', seeds[store], store];
  const child = spawn(process.execPath, [program, ...words], {
    cwd: join(import.meta.dirname, '../../..'),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
  const [code] = await once(child, 'close');
  return { code, printed };
}
