import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { Place } from './command.ts';
import { keepsItsPromises } from './promises.ts';

/** A folder with nothing in it, where no program is found by its name: whoever has no Node has it like that. */
function emptyPlace(): Place {
  const place = new Place([inject('executable')]);
  place.environment.PATH = '';
  return place;
}

keepsItsPromises(emptyPlace);

test('is all in one file', async () => {
  await using place = emptyPlace();
  const moved = join(place.folder, process.platform === 'win32' ? 'moved.exe' : 'moved');
  copyFileSync(inject('executable'), moved);
  await using elsewhere = new Place([moved]);
  elsewhere.environment.PATH = '';
  const { url } = await elsewhere.serve();
  expect((await fetch(`${url}/`)).status).toBe(200);
});

test('asks on no terminal, and says so', async () => {
  await using place = emptyPlace();
  expect(await place.run(['login'])).toMatchObject({ code: 2 });
});

test('says in one sentence why it cannot start, from its threads too', async () => {
  await using place = emptyPlace();
  place.environment.HOOKWELL_DATABASE_URL = 'sqlite:.';
  const { code, error } = await place.run(['serve']);
  expect({ code, error }).toEqual({
    code: 1,
    error: expect.stringMatching(/^hookwell: Cannot open the database sqlite:\..*\n$/),
  });
});
