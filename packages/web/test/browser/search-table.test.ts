import { parseMatch, printMatch } from '@hookwell/match';
import { expect } from 'vitest';
import { matches } from '../../../match/test/matches.ts';
import { eventually } from '../../../server/test/eventually.ts';
import { sendPayloads } from '../../../server/test/requests/sent-payloads.ts';
import { startGuest } from '../../../server/test/start-server.ts';
import { as, rows } from './dashboard-page.ts';
import { test as base } from './fixture.ts';

/** A guest whose endpoint has captured all payloads of the match language. */
const test = base.extend('sent', { scope: 'file' }, async ({ server }) => {
  const guest = await startGuest(server);
  return { guest, ...(await sendPayloads(server, guest)) };
});

test('the dashboard finds what the table of matches says', async ({
  visit,
  sent: { guest, token, names },
}) => {
  const page = await visit(`/endpoints/${token}`, {
    prepare: as(guest),
    // All rows are in the page.
    viewport: { width: 1280, height: 60 * names.size },
  });
  await rows(page).first().waitFor();
  const shownIds = () =>
    page.evaluate(() => ({
      status: document.querySelector('[data-found]')?.textContent ?? '',
      match: document.querySelector('[data-found]')?.getAttribute('data-found') ?? '',
      ids: [...document.querySelectorAll('[data-request]')].map((row) =>
        Number(row.getAttribute('data-request')),
      ),
    }));
  for (const [match, finds] of matches) {
    // As if the user went there in the history.
    await page.evaluate((filter) => {
      history.pushState(null, '', `?${new URLSearchParams({ filter })}`);
    }, match);
    const searched = printMatch(parseMatch(match));
    const { ids } = await eventually(
      shownIds,
      (shown) =>
        shown.match === searched &&
        (searched === '' || /^(\d+ found|No requests match)$/.test(shown.status)),
    );
    expect(ids, match).toEqual(ids.toSorted((a, b) => b - a));
    expect(ids.map((id) => names.get(id)).sort(), match).toEqual([...finds].sort());
  }
});
