import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const program = join(import.meta.dirname, 'torture.ts');

/** Each seed's round kills nodes, among other faults. */
test.each([
  ['on SQLite', ['--seed', '5']],
  ['on PostgreSQL', ['--seed', '10', '--postgres']],
  ['on two nodes', ['--seed', '5', '--postgres', '--nodes', '2']],
])('no promise is broken while faults strike %s', async (_where, words) => {
  const { code, printed } = await run('--minutes', '0', ...words);
  expect(code, printed).toBe(0);
  expect(printed).toContain('nodes are killed');
});

test.each([
  [['--minute', '3'], "Unknown option '--minute'"],
  [['--seed', 'x'], '--seed "x" is not a whole number'],
  [['--minutes', 'x'], '--minutes "x" is not a number'],
  [['--nodes', '2'], '--nodes needs --postgres'],
  [['--postgres', '--nodes', '0'], '--nodes 0 leaves nothing to try'],
])('options that cannot be are named: %j', async (words, sentence) => {
  const { code, printed } = await run(...words);
  expect({ code, printed }).toEqual({ code: 2, printed: expect.stringContaining(sentence) });
});

function run(...words: string[]): Promise<{ code: number; printed: string }> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [program, ...words], (_error, out, errors) =>
      resolve({ code: child.exitCode ?? -1, printed: out + errors }),
    );
  });
}
