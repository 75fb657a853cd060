import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { password, send, startGuest } from '../../../server/test/start-server.ts';
import { setPlanOf } from '../../../server/test/teams/team-server.ts';
import { expectNoBarriers } from './axe.ts';
import { as, chooseOfEndpoints, enter, rows, shownUrl } from './dashboard-page.ts';
import { testWith } from './fixture.ts';

let count = 0;

/** An owner with a team of one endpoint, and the ways to invite others. */
const test = testWith({
  HOOKWELL_SIGNUP_PLAN: 'free',
  HOOKWELL_PLANS: JSON.stringify({ free: { requestsPerEndpoint: 4 } }),
}).extend('owned', async ({ server }) => {
  count += 1;
  const register = async (name: string) => {
    const visitor = await startGuest(server);
    const email = `${name}-${count}@example.com`;
    const { id } = await visitor.ask(201, 'POST', '/api/auth/register', { email, password });
    return { visitor, email, id: Number(id) };
  };
  const owner = await register('owner');
  const team = await owner.visitor.ask(201, 'POST', '/api/teams', { name: 'Payments & Co' });
  const { token } = await owner.visitor.ask(201, 'POST', `/api/endpoints?account=${team.id}`);
  const invite = async (role: string): Promise<string> => {
    const body = { role };
    const { url } = await owner.visitor.ask(201, 'POST', `/api/teams/${team.id}/invitations`, body);
    return new URL(url).pathname;
  };
  const join = async (name: string, role: string) => {
    const one = await register(name);
    const secret = (await invite(role)).split('/').at(-1);
    await one.visitor.ask(200, 'POST', '/api/invitations', { secret });
    return one;
  };
  const members = async () =>
    (await owner.visitor.ask(200, 'GET', `/api/teams/${team.id}/members`)).map(
      (member: { email: string; role: string }) => `${member.email} ${member.role}`,
    );
  return { owner, team, token, invite, join, members, page: `/t/${team.id}/team` };
});

const row = (page: Page, email: string) => page.getByRole('listitem').filter({ hasText: email });
const answer = (page: Page, name: string) =>
  page.getByRole('alertdialog').getByRole('button', { name }).click();

test('an owner invites, changes and removes members, and the last owner stays', async ({
  visit,
  owned,
}) => {
  const { owner, join, members } = owned;
  const ada = await join('ada', 'member');
  const page = await visit(owned.page, {
    prepare: as(owner.visitor),
    allowed: { complaints: [/status of (409|404)/] },
  });
  await row(page, ada.email).waitFor();

  await page.getByLabel('Role', { exact: true }).selectOption('viewer');
  await page.getByLabel('Valid for').selectOption('1');
  await page.getByRole('button', { name: 'Create the link' }).click();
  const dialog = page.getByRole('dialog');
  const link = await dialog.getByLabel('The link', { exact: true }).inputValue();
  expect(link).toMatch(/\/join\/[\w-]{43}$/);
  await expectNoBarriers(page, 360);
  await dialog.getByRole('button', { name: 'Copy the link' }).click();
  await dialog.getByRole('button', { name: 'Done' }).click();
  expect(await page.content()).not.toContain(link);
  await page.getByRole('button', { name: /Withdraw the invitation of a viewer/ }).click();
  await page.getByText('No invitation is open.').waitFor();
  const secret = link.split('/').at(-1);
  const stranger = await join('cy', 'viewer');
  await stranger.visitor.ask(404, 'POST', '/api/invitations', { secret });

  await page.getByLabel(`Role of ${owner.email}`).selectOption('viewer');
  await answer(page, 'Become a viewer');
  await page
    .getByRole('alert')
    .getByText(/A team needs an owner/)
    .waitFor();
  expect(await page.getByLabel(`Role of ${owner.email}`).inputValue()).toBe('owner');
  await page.getByLabel(`Role of ${ada.email}`).selectOption('owner');
  await expect.poll(members).toContain(`${ada.email} owner`);
  await page.getByRole('button', { name: `Remove ${ada.email}` }).click();
  await answer(page, 'Remove member');
  await row(page, ada.email).waitFor({ state: 'detached' });
  expect(await members()).not.toContain(`${ada.email} owner`);

  await page.getByRole('form', { name: 'Name of the team' }).getByLabel('Name').fill('Shop');
  await page.getByRole('button', { name: 'Rename' }).click();
  await page.getByRole('heading', { name: 'Shop', exact: true }).waitFor();
  expect(await page.title()).toBe('Shop – Hookwell');

  await page.getByRole('button', { name: 'Delete team…' }).click();
  await dialog.getByText(/Shop has 1 endpoint/).waitFor();
  await dialog.getByLabel('Name of the team').fill('shop');
  await dialog.getByRole('button', { name: 'Delete team' }).click();
  await dialog.getByText('Type the name as it is: Shop').waitFor();
  await dialog.getByLabel('Name of the team').fill('Shop');
  await dialog.getByRole('button', { name: 'Delete team' }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/t/'));
  expect(await owner.visitor.ask(200, 'GET', '/api/teams')).toEqual([]);
});

test('a viewer sees the members, no control of owners, and leaves', async ({ visit, owned }) => {
  const { owner, join, members } = owned;
  const vera = await join('vera', 'viewer');
  await owner.visitor.ask(201, 'POST', `/api/shares?account=${owned.team.id}`, {
    ...{ endpoint: owned.token, days: 1, redact: 'secrets' },
  });
  // The page is told of the change by which she leaves, and may read the members anew before it has left, too.
  const allowed = { complaints: [/status of 404 .*\/api\/teams\/\d+\/members/] };
  const page = await visit(owned.page, { prepare: as(vera.visitor), allowed });
  await row(page, owner.email).getByText('Owner', { exact: true }).waitFor();
  await page.getByText('Shared with others (1)').waitFor();
  const main = page.getByRole('main');
  expect(await main.getByRole('button').allTextContents()).toEqual(['Leave…']);
  expect(await main.getByRole('combobox').count()).toBe(0);
  // The audit is not even asked for: a refusal would be a complaint of the page.
  await page.goto(new URL(`/t/${owned.team.id}/audit`, page.url()).href);
  await page.getByText('Only owners of the team see this').waitFor();
  expect(await main.getByRole('button').count()).toBe(0);
  await page.goBack();
  await main.getByRole('button', { name: 'Leave…' }).click();
  await answer(page, 'Leave the team');
  await page.waitForURL((url) => !url.pathname.startsWith('/t/'));
  expect(await members()).toEqual([`${owner.email} owner`]);
});

test('an invitation lets a guest in after a registration, once, and leaves nothing behind', async ({
  visit,
  owned,
}) => {
  const address = await owned.invite('member');
  const secret = address.split('/').at(-1) ?? '';
  const page = await visit('/login', { allowed: { complaints: [/status of 404/] } });
  const referers: string[] = [];
  page.on('request', (request) => referers.push(request.headers().referer ?? ''));
  await page.goto(new URL(address, page.url()).href);
  const { owner, team } = owned;
  await page
    .getByText(
      `${owner.email} invites you to the team ${team.name}, as a member. The link works until `,
    )
    .waitFor();
  expect(page.url()).not.toContain(secret);
  expect(await page.title()).toBe('Invitation – Hookwell');
  await expectNoBarriers(page, 360);
  await page.getByRole('link', { name: 'Create an account' }).click();
  await enter(page, `joins-${count}@example.com`, password);
  await page.getByRole('button', { name: 'Join the team' }).click();
  await page.waitForURL(`**/t/${owned.team.id}/**`);
  await page.getByText(`You joined ${team.name}.`).waitFor();
  expect(await shownUrl(page)).toContain(owned.token);
  expect(await owned.members()).toContain(`joins-${count}@example.com member`);

  expect(referers.filter((referer) => referer.includes(secret))).toEqual([]);
  expect(await page.title()).not.toContain(secret);
  expect(
    await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage })),
  ).not.toContain(secret);
  const client = await page.context().newCDPSession(page);
  const { entries } = await client.send('Page.getNavigationHistory');
  expect(JSON.stringify(entries)).not.toContain(secret);

  await page.goto(new URL(address, page.url()).href);
  await page.getByText('It was used already, has expired or was withdrawn').waitFor();
});

test('an endpoint moves to a team and back', async ({ visit, server, owned }) => {
  const { owner, team } = owned;
  const own = await owner.visitor.endpoint();
  const staying = await owner.visitor.endpoint();
  for (const [token, path] of [
    [own, '/moves-1'],
    [staying, '/stays'],
    [own, '/moves-2'],
  ] as const) {
    await send(server, token, { method: 'POST', path });
  }
  const other = await visit('/all', { prepare: as(owner.visitor) });
  await expect.poll(() => rows(other).count()).toBe(3);
  const page = await visit(`/endpoints/${own}`, {
    prepare: as(owner.visitor),
    allowed: { complaints: [/status of (403|404)/] },
  });
  const move = async () => {
    await chooseOfEndpoints(page, 'Move to…');
    await page.getByRole('dialog').getByRole('radio').first().waitFor();
  };
  await move();
  await page.getByRole('dialog').getByRole('button', { name: 'Move endpoint' }).click();
  // Lists of other pages lose its requests, and have them again once it is back.
  await expect.poll(() => rows(other).count()).toBe(1);
  await page.waitForURL(`**/t/${team.id}/endpoints/${own}`);
  await page.getByText(`Moved to ${team.name}.`).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main');
  await expect.poll(() => rows(page).count()).toBe(2);
  await move();
  await page.getByRole('dialog').getByLabel('your own account').check();
  await page.getByRole('dialog').getByRole('button', { name: 'Move endpoint' }).click();
  await page.waitForURL(({ pathname }) => pathname === `/endpoints/${own}`);
  const listed = await owner.visitor.ask(200, 'GET', '/api/endpoints');
  expect(listed.map(({ token }: { token: string }) => token)).toContain(own);
  await expect.poll(() => rows(other).count()).toBe(3);
  await chooseOfEndpoints(other, new RegExp(`^${own.slice(0, 8)}`));
  await expect.poll(() => rows(other).count()).toBe(2);
});

test('a move says how many requests it deletes before it does', async ({
  visit,
  server,
  owned,
}) => {
  const { owner, team } = owned;
  await setPlanOf(server, owner.id);
  const token = await owner.visitor.endpoint();
  for (let sent = 1; sent <= 6; sent += 1) {
    await send(server, token, { method: 'POST', path: `/${sent}` });
  }
  const page = await visit(`/endpoints/${token}`, {
    prepare: as(owner.visitor),
    allowed: { complaints: [/status of (404|409)/] },
  });
  await expect.poll(() => rows(page).count()).toBe(6);
  await chooseOfEndpoints(page, 'Move to…');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Move endpoint' }).click();
  await dialog.getByText('deletes its 2 oldest requests for good').waitFor();
  expect(await owner.visitor.ask(200, 'GET', '/api/requests')).toHaveLength(6);
  await dialog.getByRole('button', { name: 'Delete 2 requests and move' }).click();
  await page.waitForURL(`**/t/${team.id}/endpoints/${token}`);
  await rows(page, '/6').waitFor();
  await expect.poll(() => rows(page, '/2').count()).toBe(0);
});
