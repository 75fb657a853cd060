import { execSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { temporaryParent } from '../../../server/test/postgres/temporary-parent.ts';
import { type InstalledBrowser, installedBrowser } from './installed-browser.ts';

const root = join(import.meta.dirname, '../../../..');

declare module 'vitest' {
  interface ProvidedContext {
    browser: InstalledBrowser;
    /** The folder of the browsers' profiles and of their shared memory. It is removed after the run. */
    browserFolder: string;
  }
}

/** Makes the builds that a server serves and the browser that the tests need, if a test in the browser is to run. */
export function setup(project: TestProject): () => void {
  if (!project.vitest.state.getPaths().some((path) => path.startsWith(import.meta.dirname))) {
    return () => {};
  }
  execSync('npm run --silent build', { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
  project.provide('browser', installedBrowser());
  // In memory where there is room: on a disk it takes a tenth of the processor time of these tests.
  const folder = mkdtempSync(join(temporaryParent(undefined, 'memory'), 'hookwell-browser-'));
  project.provide('browserFolder', folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
