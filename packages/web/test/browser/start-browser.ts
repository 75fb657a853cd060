import { type Browser, chromium } from 'playwright-core';
import type { InstalledBrowser } from './installed-browser.ts';

/** Starts a browser that reaches this machine alone. It ends with this process, however that ends. */
export async function startBrowser(
  { executablePath, env }: InstalledBrowser,
  folder: string,
): Promise<Browser> {
  // The browser's profile goes where temporary files go.
  const before = process.env.TMPDIR;
  process.env.TMPDIR = folder;
  try {
    return await chromium.launch({
      executablePath,
      env: { ...process.env, ...env },
      // It needs rights that a container or a root user does not have; all pages are our own.
      chromiumSandbox: false,
      args: [
        // `.test` is for names like these (RFC 6761): such a page is plain http from elsewhere, as in a LAN.
        '--host-resolver-rules=MAP *.test 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
      ],
    });
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
}
