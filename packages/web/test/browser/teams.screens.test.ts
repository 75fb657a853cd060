import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { eventually } from '../../../server/test/eventually.ts';
import { send, startAccount } from '../../../server/test/start-server.ts';
import { as, connection, listed, pasted, rows } from './dashboard-page.ts';
import { test } from './fixture.ts';
import { join, makeTeam } from './team-of-test.ts';

const refused = { complaints: [/status of 40[134]/] };

const endOfMembership = (page: Page) =>
  page.getByRole('heading', { name: 'You are not in this team' }).waitFor();

async function tab(page: Page, path: string): Promise<Page> {
  const another = await page.context().newPage();
  await another.goto(new URL(path, page.url()).href);
  await connection(another, 'live');
  return another;
}

test('tabs of two teams and of the own account have their own captures, live, and nothing of the others', async ({
  visit,
  server,
}) => {
  const owner = await startAccount(server);
  const own = await owner.endpoint();
  const red = await makeTeam(owner, 'Red');
  const blue = await makeTeam(owner, 'Blue');
  const ofRed = await visit(red.page('/all'), { prepare: as(owner), allowed: refused });
  await connection(ofRed, 'live');
  const ofBlue = await tab(ofRed, blue.page('/all'));
  const ofOwn = await tab(ofRed, '/all');
  for (const [page, token] of [
    [ofBlue, blue.token],
    [ofOwn, own],
    // Its capture is the newest, which clearing goes up to.
    [ofRed, red.token],
  ] as const) {
    const path = `/only-${token.slice(0, 6)}`;
    await send(server, token, { method: 'POST', path });
    expect(await listed(page, path)).toBe(1);
  }
  for (const page of [ofRed, ofBlue, ofOwn]) expect(await rows(page).count()).toBe(1);
  expect(await ofRed.title()).toBe('All endpoints – Red – Hookwell');

  // What one tab clears stays in the others.
  await ofRed.getByRole('button', { name: 'More for this list' }).click();
  await ofRed.getByRole('menuitem', { name: 'Delete the requests of all endpoints' }).click();
  await ofRed.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await eventually(
    () => rows(ofRed).count(),
    (count) => count === 0,
  );
  for (const page of [ofBlue, ofOwn]) expect(await rows(page).count()).toBe(1);

  // Links, copies and the page that sends again stay in the team.
  await rows(ofBlue).first().click();
  const request = ofBlue.getByRole('article');
  await request.getByRole('button', { name: 'Copy', exact: true }).click();
  await ofBlue.getByRole('menuitem', { name: 'Link' }).click();
  await ofBlue.getByText('Copied the link.').waitFor();
  expect(await pasted(ofBlue)).toMatch(
    new RegExp(`^${server.url}/t/${blue.id}/endpoints/${blue.token}/requests/\\d+$`),
  );
  await request.getByRole('link', { name: 'Send to another URL' }).click();
  await ofBlue.getByRole('link', { name: 'Back to the request' }).click();
  await ofBlue.getByRole('article').getByText('/only-').first().waitFor();
  expect(new URL(ofBlue.url()).pathname).toMatch(`/t/${blue.id}/endpoints/${blue.token}/`);
  await ofBlue.getByRole('link', { name: 'Hookwell, start page' }).click();
  await ofBlue.waitForURL(new RegExp(`/t/${blue.id}/endpoints/${blue.token}$`));
});

/** What changes something. */
const changing = /delete|clear|rename|new endpoint|save|move|share|pin/i;

/** The names of all that the list of commands offers at the present page. */
async function offeredCommands(page: Page): Promise<string[]> {
  await page.keyboard.press('Control+k');
  await page.getByRole('option').first().waitFor();
  const options = await page.getByRole('option').allInnerTexts();
  await page.keyboard.press('Escape');
  return options;
}

test('a viewer is offered nothing that changes anything', async ({ visit, server }) => {
  const owner = await startAccount(server, 'plus');
  const team = await makeTeam(owner, 'Watched');
  const { token } = team;
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ type: 'order.paid', amount: 3 });
  const { id } = await send(server, token, { method: 'POST', headers, body });
  await owner.ask(200, 'PUT', team.call(`/api/endpoints/${token}/settings`), {
    replies: [{ status: 202, body: 'so' }],
  });
  const viewer = await join(server, owner, team, 'viewer');
  // A refusal would be a complaint of the page.
  const page = await visit(team.page(`/endpoints/${token}/requests/${id}`), {
    prepare: as(viewer),
  });
  for (const [path, shown] of [
    [`/endpoints/${token}/requests/${id}`, 'order.paid'],
    [`/endpoints/${token}/settings`, 'Members of the team can change them'],
    ['/keys', 'You are a viewer'],
  ] as const) {
    await page.goto(new URL(team.page(path), server.url).href);
    await page.getByRole('main').getByText(shown).first().waitFor();
    const buttons = await page.getByRole('button').allInnerTexts();
    const offered = [...buttons, ...(await offeredCommands(page))];
    expect(offered.filter((name) => changing.test(name))).toEqual([]);
  }
});

test('a lower role shows at the next refusal, and a removed member sees nothing any more', async ({
  visit,
  server,
}) => {
  const owner = await startAccount(server);
  const team = await makeTeam(owner, 'Left');
  const { id } = await send(server, team.token, { method: 'POST', path: '/secret' });
  const member = await join(server, owner, team, 'member');
  const page = await visit(team.page(`/endpoints/${team.token}`), {
    prepare: as(member),
    allowed: refused,
  });
  await rows(page, '/secret').first().click();
  const remove = page.getByRole('article').getByRole('button', { name: 'Delete' });
  await remove.waitFor();
  const second = await tab(page, team.page('/all'));

  const membership = `/api/teams/${team.id}/members/${member.id}`;
  await owner.ask(200, 'PATCH', membership, { role: 'viewer' });
  await page.getByRole('button', { name: 'Rename the endpoint' }).click();
  await page.getByLabel('Name of the endpoint').fill('mine');
  await page.keyboard.press('Enter');
  await remove.waitFor({ state: 'detached' });
  await page.getByText('Your role in this team does not allow this').first().waitFor();

  await owner.ask(204, 'DELETE', membership);
  for (const one of [page, second]) {
    await endOfMembership(one);
    expect(await one.locator('body').innerText()).not.toMatch(/secret|Left/);
    expect(await one.title()).not.toContain('Left');
  }
  await page.goto(new URL(team.page(`/endpoints/${team.token}/requests/${id}`), server.url).href);
  await endOfMembership(page);
  await page.getByRole('link', { name: 'Go to your own endpoints' }).click();
  await page.getByRole('heading', { name: 'You have no endpoint' }).waitFor();
});
