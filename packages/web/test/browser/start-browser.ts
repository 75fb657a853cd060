import { type Browser, chromium } from 'playwright-core';
import type { InstalledBrowser } from './installed-browser.ts';

/** Starts a browser that reaches this machine alone. It ends with this process in any case. */
export async function startBrowser(
  { executablePath, env }: InstalledBrowser,
  folder: string,
): Promise<Browser> {
  // The browser's profile is in the folder for temporary files.
  const before = process.env.TMPDIR;
  process.env.TMPDIR = folder;
  try {
    return await chromium.launch({
      executablePath,
      env: { ...process.env, ...env },
      // The sandbox needs rights that a container or a root user lacks. All pages are our own.
      chromiumSandbox: false,
      args: [
        // Names under `.test` are free to use (RFC 6761). Such a page is on plain http from another host, as in a LAN.
        '--host-resolver-rules=MAP *.test 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
      ],
    });
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
}
