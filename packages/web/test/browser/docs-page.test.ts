import { expect } from 'vitest';
import { test } from './fixture.ts';

test('the description of the API shows its operations', async ({ visit }) => {
  const page = await visit('/docs');
  await page.getByText('/api/endpoints/{token}').first().waitFor();
  expect(await page.title()).toBe('Hookwell API');
});
