import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { eventually } from './eventually.ts';
import { type ServerProcess, startProcess } from './server-process.ts';

interface Warning {
  files: string[];
  msg: string;
}

function startIn(folder: string): Promise<ServerProcess> {
  return startProcess({ databaseUrl: 'sqlite:./shop.db', folder });
}

function warningsOf(server: ServerProcess): Warning[] {
  const lines = server.standardError().split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line)).filter(({ level }) => level === 40);
}

async function warningsOfWholeRun(folder: string): Promise<Warning[]> {
  await using server = await startIn(folder);
  await server.end('SIGTERM');
  return warningsOf(server);
}

test.skipIf(process.platform === 'win32')(
  'files with secrets that others can get at are warned of at the start, with the command that closes them',
  async () => {
    // A name that a shell would split.
    const folder = mkdtempSync(join(tmpdir(), "hookwell it's open "));
    const modes = () =>
      Object.fromEntries(
        readdirSync(folder).map((name) => [name, statSync(join(folder, name)).mode & 0o777]),
      );
    const make = (name: string, mode: number) => {
      writeFileSync(join(folder, name), '', { flag: 'a' });
      chmodSync(join(folder, name), mode);
    };
    try {
      expect(await warningsOfWholeRun(folder)).toEqual([]);
      const open = { '.env': 0o664, 'shop.db': 0o644, 'shop.db.bak': 0o604, 'shop-2026.db': 0o640 };
      for (const [name, mode] of Object.entries(open)) make(name, mode);
      make('shop-closed.db', 0o600);
      make('shop.db.secrets-key', 0o644);
      make('notes.txt', 0o644);

      await using server = await startIn(folder);
      const warnings = await eventually(
        () => warningsOf(server),
        ({ length }) => length === 2,
      );
      // SQLite has made files beside the database, with its mode.
      const wanted = [
        'shop-2026.db',
        'shop.db',
        'shop.db-shm',
        'shop.db-wal',
        'shop.db.bak',
        'shop.db.secrets-key',
      ];
      expect(warnings.map(({ files }) => files)).toEqual([
        [join(folder, '.env')],
        wanted.map((name) => join(folder, name)),
      ]);
      for (const { msg } of warnings) {
        execFileSync('sh', ['-c', /chmod 600 .*$/.exec(msg)?.[0] ?? 'false']);
      }
      const { 'notes.txt': notes, ...rest } = modes();
      expect(notes).toBe(0o644);
      expect(new Set(Object.values(rest))).toEqual(new Set([0o600]));
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
);
