import { expect } from 'vitest';
import { eventually } from '../../../server/test/eventually.ts';
import { startGuest } from '../../../server/test/start-server.ts';
import { chooseClear, clearing, stored, test, undo } from './capturing-guest.ts';
import { as, connection, listed, rows } from './dashboard-page.ts';
import { away, restartableServer } from './restartable-server.ts';

test('what was removed is deleted as the page is left or reloaded', async ({ visit, sender }) => {
  const { guest, token, capture } = sender;
  await capture(3);
  const page = await visit(`/endpoints/${token}`, { prepare: as(guest) });
  await rows(page, '/number-0').click();
  await page.getByRole('article').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('article').getByText('/number-1').waitFor();
  await rows(page, '/number-2').click();
  await page.getByRole('article').getByText('/number-2').waitFor();
  await page.getByRole('article').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Deleted 2 requests.').waitFor();
  expect(await stored(guest)).toBe(3);
  await page.reload();
  await eventually(
    () => stored(guest),
    (count) => count === 1,
  );
  await listed(page, '/number-1');
  expect(await rows(page).count()).toBe(1);

  await chooseClear(page);
  await clearing(page, '1 request').getByRole('button', { name: 'Delete' }).click();
  await undo(page).waitFor();
  await page.close();
  await eventually(
    () => stored(guest),
    (count) => count === 0,
  );
});

test('what was removed stays removed if the server is away while the page is left', async ({
  visit,
}) => {
  await using server = await restartableServer();
  const guest = await startGuest(server);
  const token = await guest.endpoint();
  for (const path of ['/kept', '/deleted'])
    await fetch(`${server.url}/wh/${token}${path}`, { method: 'POST' });
  const page = await visit(`/endpoints/${token}`, { server, prepare: as(guest), allowed: away });
  await connection(page, 'live');
  await rows(page, '/deleted').click();
  await page.getByRole('article').getByText('/deleted').waitFor();
  await page.getByRole('article').getByRole('button', { name: 'Delete' }).click();
  await undo(page).waitFor();
  await server.process.end('SIGKILL');
  await page.goto('about:blank');
  await server.start();
  expect(await stored(guest)).toBe(2);
  await page.goto(`${server.url}/endpoints/${token}`);
  await listed(page, '/kept');
  await eventually(
    () => stored(guest),
    (count) => count === 1,
  );
  expect(await rows(page).count()).toBe(1);
});
