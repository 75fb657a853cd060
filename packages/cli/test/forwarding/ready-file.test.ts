import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ReadyFile } from '../../src/forwarding/ready-file.ts';

test('a ready file that is being written when the command ends is not left behind', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hookwell-ready-'));
  try {
    const file = new ReadyFile(join(folder, 'ready'));
    const writing = file.write(['http://127.0.0.1:8080/wh/token']);
    await file.remove();
    await writing;
    expect(readdirSync(folder)).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
