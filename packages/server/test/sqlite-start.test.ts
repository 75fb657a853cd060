import { describe, expect, test } from 'vitest';
import { startRefused } from './server-process.ts';

describe('a path that can be no SQLite database stops the start with one line that names the setting', () => {
  test.each([['/dev/null/hookwell.db', 'ENOTDIR: [^\\n]*']])(
    'HOOKWELL_DATABASE_URL=sqlite:%s',
    async (file, reason) => {
      const { code, standardError } = await startRefused({ databaseUrl: `sqlite:${file}` });
      const sentence = `Cannot open the database sqlite:${file} \\(HOOKWELL_DATABASE_URL\\): ${reason}`;
      expect(standardError).toMatch(new RegExp(`^hookwell: ${sentence}\n$`));
      expect(code).toBe(1);
    },
  );

  test.runIf(process.platform === 'linux').each(['/proc/none/hookwell.db', '/proc/self/fd/0'])(
    'HOOKWELL_DATABASE_URL=sqlite:%s, without waiting for ever',
    async (file) => {
      const { code, standardError } = await startRefused({
        databaseUrl: `sqlite:${file}`,
        under: ['timeout', '--signal=KILL', '10'],
      });
      expect(standardError).toMatch(
        /^hookwell: Cannot open the database \S+ \(HOOKWELL_DATABASE_URL\): [^\n]+\n$/,
      );
      expect(code).toBe(1);
    },
  );
});
