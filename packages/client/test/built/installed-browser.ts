import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { run } from './installed-package.ts';

/** How Playwright starts a browser. */
export interface LaunchOptions {
  executablePath: string;
  env: Record<string, string>;
  chromiumSandbox: boolean;
}

const chromiumPackage = createRequire(import.meta.url).resolve('@sparticuz/chromium');

/**
 * The browser that `HOOKWELL_TEST_BROWSER` names, or the one that the development dependencies bring (Linux on
 * x64). It is unpacked once, into the cache beside the dependencies.
 */
export async function installedBrowser(): Promise<LaunchOptions> {
  // Containers and root users do not have the rights that its sandbox needs; all pages are our own.
  const chromiumSandbox = false;
  const executablePath = process.env.HOOKWELL_TEST_BROWSER;
  if (executablePath) return { executablePath, env: {}, chromiumSandbox };
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error('Set HOOKWELL_TEST_BROWSER to the path of a Chrome or Chromium');
  }
  const folder = await unpacked();
  // Libraries that a bare machine does not have.
  const env = { LD_LIBRARY_PATH: join(folder, 'al2023/lib') };
  return { executablePath: join(folder, 'chromium'), env, chromiumSandbox };
}

async function unpacked(): Promise<string> {
  const manifest = readFileSync(join(dirname(chromiumPackage), '../package.json'), 'utf8');
  const { version } = JSON.parse(manifest) as { version: string };
  const cache = join(import.meta.dirname, '../../../../node_modules/.cache/hookwell-client');
  const folder = join(cache, `chromium-${version}`);
  if (existsSync(folder)) return folder;
  mkdirSync(cache, { recursive: true });
  const unpacking = mkdtempSync(join(cache, 'unpacking-'));
  const script = `await (await import(${JSON.stringify(chromiumPackage)})).default.executablePath()`;
  const { code, output } = await run(
    unpacking,
    [process.execPath, '--input-type=module', '--eval', script],
    // It unpacks into the temporary folder, and its libraries only where it believes to be in the cloud.
    { TMPDIR: unpacking, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' },
  );
  if (code !== 0) throw new Error(`The browser cannot be unpacked: ${output}`);
  try {
    renameSync(unpacking, folder);
  } catch (error) {
    // Another test was faster.
    rmSync(unpacking, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
  return folder;
}
