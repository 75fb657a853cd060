import { readFileSync } from 'node:fs';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { eventually } from '../../../server/test/eventually.ts';
import { Workplace } from '../hookwell-process.ts';

/** Puts a program of that name on the path, which notes the address that it should open. */
async function opener(workplace: Workplace, script: string): Promise<void> {
  const folder = join(workplace.folder, 'bin');
  await mkdir(folder);
  for (const name of ['xdg-open', 'open']) {
    await writeFile(join(folder, name), `#!/bin/sh\n${script}\n`);
    await chmod(join(folder, name), 0o755);
  }
  workplace.environment.PATH = `${folder}:/usr/bin:/bin`;
}

test('the page of the service, of an endpoint or of a captured request is opened and printed', async () => {
  await using workplace = new Workplace();
  const opened = join(workplace.folder, 'opened');
  await opener(workplace, `printf %s "$1" > '${opened}'`);
  const pages: [words: string[], page: string][] = [
    [[], 'http://127.0.0.1:8080'],
    [['--url', 'https://hooks.example/below/'], 'https://hooks.example/below'],
    [['0h2v8q6c1d7x5m3k9r4t8w2y6b'], 'http://127.0.0.1:8080/endpoints/0h2v8q6c1d7x5m3k9r4t8w2y6b'],
    [['http://x/wh/abc', '7'], 'http://127.0.0.1:8080/endpoints/abc/requests/7'],
  ];
  for (const [words, page] of pages) {
    expect(await workplace.output(['open', ...words])).toBe(page);
    await eventually(
      () => readFileSync(opened, 'utf8'),
      (text) => text === page,
    );
  }
});

test('--print opens nothing', async () => {
  await using workplace = new Workplace();
  await opener(workplace, 'exit 1');
  expect(await workplace.output(['open', '--print'])).toBe('http://127.0.0.1:8080');
});

test.each([
  ['fails', 'exit 3'],
  ['is missing', undefined],
])('where the program that opens pages %s it says so', async (_, script) => {
  await using workplace = new Workplace();
  if (script === undefined) workplace.environment.PATH = join(workplace.folder, 'nothing');
  else await opener(workplace, script);
  expect(await workplace.run(['open'])).toEqual({
    code: 1,
    out: 'http://127.0.0.1:8080\n',
    error: 'hookwell: No browser could be started: open the address yourself\n',
  });
});
