import type { HookwellClient, TemporaryEndpoint } from '@hookwell/client';
import { expect, type HookwellOptions, test as playwrightTest } from '@hookwell/client/playwright';
import { test as vitestTest } from '@hookwell/client/vitest';
import { defineConfig, type Page } from '@playwright/test';
import { type Same, sure } from './expect-type.js';

vitestTest('has a client and an endpoint', async ({ hookwell, endpoint, task }) => {
  sure<[Same<typeof hookwell, HookwellClient>, Same<typeof endpoint, TemporaryEndpoint>]>();
  task.name.at(0);
});
vitestTest.override({ hookwellOptions: { apiKey: 'wh-1' } });
const extended = vitestTest.extend<{ more: string }>({ more: 'more' });
extended('goes on', ({ endpoint, more }) => {
  sure<[Same<typeof endpoint, TemporaryEndpoint>, Same<typeof more, string>]>();
});

playwrightTest('has a client and an endpoint', async ({ hookwell, endpoint, page }) => {
  sure<
    [
      Same<typeof hookwell, HookwellClient>,
      Same<typeof endpoint, TemporaryEndpoint>,
      Same<typeof page, Page>,
    ]
  >();
  await expect(page.getByText('Thank you')).toBeVisible();
});
playwrightTest.use({ hookwellOptions: { apiKey: 'wh-1' } });
export const configuration = defineConfig<HookwellOptions>({
  use: { hookwellOptions: { baseUrl: 'https://hooks.example.org' } },
});
