import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { type InstalledBrowser, installedBrowser } from './installed-browser.ts';

declare module 'vitest' {
  interface ProvidedContext {
    browser: InstalledBrowser;
    /** The folder of the browsers' profiles. It is removed after the run. */
    browserFolder: string;
  }
}

/** Makes the build of the dashboard and the browser that the tests need. Vitest calls this only for the tests of the project. */
export function setup(project: TestProject): () => void {
  const script = join(import.meta.dirname, '../../scripts/build-when-stale.ts');
  const { status } = spawnSync(process.execPath, [script], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (status !== 0) throw new Error('The dashboard cannot be built');
  project.provide('browser', installedBrowser());
  const folder = mkdtempSync(join(tmpdir(), 'hookwell-browser-'));
  project.provide('browserFolder', folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
