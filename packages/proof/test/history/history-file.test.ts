import { mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readHistory, writeHistory } from '../../src/history/history.ts';
import { judge } from '../../src/judgement/judge.ts';
import { list, made, sent, stream } from '../../src/planted/script.ts';
import { longHistory } from '../judgement/long-history.ts';

it('comes back from its file as it was, and is judged the same', () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'hookwell-history-'));
  const file = join(folder.path, 'history.jsonl');
  // Lines that are longer than what is read at once, and lines over its borders.
  const lost = sent(1_000_000, [1, 2]);
  const history = [...longHistory(2000), lost, list([1e7, 1e7 + 1], [])];
  writeHistory(file, history);
  const read = readHistory(file);
  // As text, because equal lists are compared slowly.
  expect(JSON.stringify(read)).toBe(JSON.stringify(history));
  expect(judge(read)).toEqual(judge(history));
  expect(judge(read).length).toBeGreaterThan(0);
});

it('is empty, or ends where it should not', () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'hookwell-history-'));
  const file = join(folder.path, 'history.jsonl');
  writeHistory(file, []);
  expect(readHistory(file)).toEqual([]);
  const lines = [made('plain'), stream([2, 3], [])].map((line) => JSON.stringify(line));
  writeFileSync(file, lines.join('\n'));
  expect(() => readHistory(file)).toThrow(`${file} ends within a line`);
});
