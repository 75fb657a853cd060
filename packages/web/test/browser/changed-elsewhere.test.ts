import { expect } from 'vitest';
import { operate } from '../../../server/src/operator/public.ts';
import { send, startAccount } from '../../../server/test/start-server.ts';
import { as, connection, listed, rows } from './dashboard-page.ts';
import { test } from './fixture.ts';

/** What changes elsewhere shows within this time. */
const promisedMs = 5000;

test('what another browser or program changes shows within five seconds', async ({
  visit,
  server,
}) => {
  const account = await startAccount(server);
  const token = await account.endpoint();
  for (const path of ['/first', '/second', '/third'])
    await send(server, token, { method: 'POST', path });
  const [third, second] = await account.ask(200, 'GET', '/api/requests');
  const allowed = { complaints: [/status of 404/] };
  const page = await visit(`/endpoints/${token}/requests/${second.id}`, {
    prepare: as(account),
    allowed,
  });
  // A busy machine may take three times as long.
  page.setDefaultTimeout(3 * promisedMs);
  await connection(page, 'live');
  await listed(page, '/third');

  await account.ask(200, 'PATCH', `/api/endpoints/${token}`, { badgeName: 'orders' });
  await page.getByRole('button', { name: 'Endpoint: orders' }).waitFor();

  await account.ask(204, 'DELETE', `/api/requests/${third.id}`);
  await rows(page, '/third').waitFor({ state: 'detached' });
  await account.ask(204, 'DELETE', `/api/requests/${second.id}`);
  await rows(page, '/second').waitFor({ state: 'detached' });
  await page.getByText('This request is no longer stored.').waitFor();
  expect(await rows(page).count()).toBe(1);

  await account.ask(204, 'DELETE', `/api/requests/endpoint/${token}`);
  await rows(page).waitFor({ state: 'detached' });

  const { email } = await account.ask(200, 'GET', '/api/auth/me');
  const environment = { HOOKWELL_DATABASE_URL: server.config.databaseUrl };
  await operate(environment, (operator) => operator.setPlan(email, 'plus'));
  await account.ask(204, 'DELETE', `/api/endpoints/${token}`);
  await page.getByText('This is not one of your endpoints').waitFor();
});
