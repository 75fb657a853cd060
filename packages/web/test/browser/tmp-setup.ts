import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { type InstalledBrowser, installedBrowser } from './installed-browser.ts';

declare module 'vitest' {
  interface ProvidedContext {
    browser: InstalledBrowser;
    /** For the browsers' profiles; removed after the run. */
    browserFolder: string;
  }
}

/** What every test of the dashboard needs: a build of it and a browser. Vitest calls this only for the project's tests. */
export function setup(project: TestProject): () => void {
  const script = join(import.meta.dirname, '../../scripts/build-when-stale.ts');
  const { status } = spawnSync(process.execPath, [script], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (status !== 0) console.error('NOT BUILT');
  project.provide('browser', installedBrowser());
  const folder = mkdtempSync(join(tmpdir(), 'hookwell-browser-'));
  project.provide('browserFolder', folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
