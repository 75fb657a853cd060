import type { HookwellOptions } from '@hookwell/client/playwright';
import { defineConfig } from '@playwright/test';

const port = Number(process.env.PORT ?? 4173);

export default defineConfig<HookwellOptions>({
  webServer: {
    command: `node shop.js ${port}`,
    url: `http://127.0.0.1:${port}/`,
  },
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    // hookwellOptions: { baseUrl: 'https://hooks.example.org' } if HOOKWELL_URL is not set
  },
});
