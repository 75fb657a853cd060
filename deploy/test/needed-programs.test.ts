import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { requirePrograms } from './needed-programs.ts';

test('programs that are missing are named in one line, with what installs them', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hookwell-programs-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'podman'), '');
  const path = ['/nowhere', folder].join(delimiter);
  requirePrograms(['podman'], path);
  expect(() => requirePrograms(['podman', 'runc', 'aardvark-dns'], path)).toThrow(
    'npm run test:image lacks runc, aardvark-dns: apt-get install --no-install-recommends runc aardvark-dns',
  );
});
