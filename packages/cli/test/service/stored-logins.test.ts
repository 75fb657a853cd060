import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { forFile } from '../../../server/test/kept-for.ts';
import { startAccount, startServer, withKey } from '../../../server/test/start-server.ts';
import { Workplace } from '../hookwell-process.ts';
import { loggedInGuest } from '../logged-in.ts';

const server = forFile(await startServer());

describe('the file of stored logins', () => {
  test('that others may read is warned of, and is closed by the next login', async () => {
    const { workplace } = await loggedInGuest(server);
    chmodSync(workplace.credentialsFile, 0o644);
    const outcome = await workplace.run(['whoami']);
    expect(outcome).toMatchObject({ code: 0, out: expect.stringContaining('a guest') });
    expect(outcome.error).toContain('others on this machine may read your credentials: chmod 600');
    expect(outcome.error.split('\n')).toHaveLength(2);
    await workplace.output(['login', '--guest']);
    expect((await workplace.run(['whoami'])).error).toBe('');
  });

  test.for([
    '',
    '{"address":"http://127',
    '[]',
    '{"credentials":{"http://a":7}}',
    'null',
    '{"credentials":{"http://a":{"cookie":"a\\nb"}}}',
  ])('that is damaged is told, and not needed where all is given: %s', async (content) => {
    await using workplace = new Workplace();
    mkdirSync(dirname(workplace.credentialsFile), { recursive: true });
    writeFileSync(workplace.credentialsFile, content, { mode: 0o600 });
    expect(await workplace.run(['whoami'])).toEqual({
      code: 1,
      out: '',
      error: `hookwell: ${workplace.credentialsFile} is damaged: delete it and log in again ("hookwell login")\n`,
    });
    const { key = '' } = await withKey(await startAccount(server, 'plus'));
    await workplace.output(['whoami', '--url', server.url, '--key', key]);
    expect(readFileSync(workplace.credentialsFile, 'utf8')).toBe(content);
  });

  test('that cannot be written is told, and the login with it', async () => {
    await using workplace = new Workplace();
    // A file stands where the folder should be: that stops every user, root too.
    writeFileSync(join(workplace.folder, '.config'), '');
    const outcome = await workplace.run(['login', '--guest', '--url', server.url]);
    expect(outcome).toMatchObject({ code: 1, out: '' });
    expect(outcome.error).toMatch(/^hookwell: Cannot read .*credentials\.json: .*\n$/);
  });

  test('that no folder can be made for is told', async () => {
    await using workplace = new Workplace();
    // A link that leads nowhere stops every user, root too.
    symlinkSync('nowhere', join(workplace.folder, '.config'));
    const outcome = await workplace.run(['login', '--guest', '--url', server.url]);
    expect(outcome).toMatchObject({ code: 1, out: '' });
    expect(outcome.error).toMatch(
      /^hookwell: Cannot write .*credentials\.json: there is no such folder\n$/,
    );
  });

  test('lies below XDG_CONFIG_HOME if that is set', async () => {
    await using workplace = new Workplace();
    const folder = join(workplace.folder, 'elsewhere');
    workplace.environment.XDG_CONFIG_HOME = folder;
    await workplace.output(['login', '--guest', '--url', server.url]);
    expect(existsSync(join(folder, 'hookwell', 'credentials.json'))).toBe(true);
    workplace.environment.XDG_CONFIG_HOME = 'relative';
    expect((await workplace.run(['whoami'])).error).toContain('Nobody is logged in');
  });
});
