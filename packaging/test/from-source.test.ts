import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { serve, Workplace } from '../../packages/cli/test/hookwell-process.ts';
import { isLeastNodesMachine, leastNode } from './least-node.ts';

test.runIf(isLeastNodesMachine)('the least Node runs the sources as they are', async () => {
  await using workplace = new Workplace();
  workplace.node = leastNode().program;
  workplace.makeDatabaseFile();
  // Passwords and keys need this version; the other steps are those of every user.
  const email = ['--email', 'ada@example.com'];
  await workplace.processOutput(
    ['account', 'create', ...email, '--plan', 'plus', '--password-stdin'],
    'correct horse\n',
  );
  const key = await workplace.processOutput(['key', 'create', ...email, '--name', 'ci']);
  await using server = await serve(workplace);
  Object.assign(workplace.environment, { HOOKWELL_URL: server.url, HOOKWELL_API_KEY: key });
  const url = await workplace.processOutput(['endpoints', 'create', '--name', 'Shop']);
  const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
  await fetch(url, { method: 'POST', headers, body: gzipSync('{"paid":1.10}') });
  const wait = ['wait', url, '--match', 'method:POST json.paid=1.1', '--json'];
  expect(JSON.parse(await workplace.processOutput(wait))).toMatchObject({ json: { paid: 1.1 } });
  expect(await server.stop()).toBe(0);
});
