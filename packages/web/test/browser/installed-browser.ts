import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** A Chromium that can be started, and the environment to start it in. */
export interface InstalledBrowser {
  executablePath: string;
  env: Record<string, string>;
}

/**
 * The Chrome or Chromium that `HOOKWELL_TEST_BROWSER` names, or else the browser of the development dependencies (Linux
 * on x64). That one is unpacked once, into the cache beside the dependencies.
 */
export function installedBrowser(): InstalledBrowser {
  const named = process.env.HOOKWELL_TEST_BROWSER;
  if (named) {
    if (!existsSync(named)) throw new Error(`HOOKWELL_TEST_BROWSER names no file: ${named}`);
    return { executablePath: named, env: {} };
  }
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error(
      'No browser for this machine comes with the development dependencies: ' +
        'set HOOKWELL_TEST_BROWSER to the path of a Chrome or Chromium',
    );
  }
  const folder = unpacked();
  return {
    executablePath: join(folder, 'chromium'),
    env: {
      // A bare machine lacks the libraries of the browser, and fonts.
      LD_LIBRARY_PATH: join(folder, 'al2023/lib'),
      FONTCONFIG_FILE: join(folder, 'fonts.conf'),
      XDG_CACHE_HOME: folder,
    },
  };
}

const chromiumPackage = createRequire(import.meta.url).resolve('@sparticuz/chromium');

/** The folder with the unpacked browser. */
function unpacked(): string {
  const manifest = readFileSync(join(dirname(chromiumPackage), '../package.json'), 'utf8');
  const { version } = JSON.parse(manifest) as { version: string };
  const cache = join(import.meta.dirname, '../../../../node_modules/.cache/hookwell-browser');
  const folder = join(cache, version);
  if (existsSync(folder)) return folder;

  mkdirSync(cache, { recursive: true });
  for (const other of readdirSync(cache)) {
    // Another run may be unpacking at the same time.
    if (!other.startsWith('unpacking-'))
      rmSync(join(cache, other), { recursive: true, force: true });
  }
  const unpacking = mkdtempSync(join(cache, 'unpacking-'));
  // The package unpacks into the system's temporary folder, and its libraries only if it believes to be in
  // the cloud that it is made for.
  const { status, stderr } = spawnSync(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `await (await import(process.argv[1])).default.executablePath()`,
      chromiumPackage,
    ],
    {
      env: { ...process.env, TMPDIR: unpacking, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' },
      encoding: 'utf8',
    },
  );
  if (status !== 0) throw new Error(`The browser cannot be unpacked: ${stderr}`);
  writeFileSync(join(unpacking, 'fonts.conf'), fonts);
  try {
    renameSync(unpacking, folder);
  } catch (error) {
    rmSync(unpacking, { recursive: true, force: true });
    // Another run may have made it first.
    if (!existsSync(folder)) throw error;
  }
  return folder;
}

/** The fonts of the dependencies and no others, so that every machine shows the same. */
const fonts = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">../../../@expo-google-fonts/inter</dir>
  <dir prefix="relative">../../../@expo-google-fonts/jetbrains-mono</dir>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
  <alias><family>system-ui</family><prefer><family>Inter</family></prefer></alias>
  <alias><family>sans-serif</family><prefer><family>Inter</family></prefer></alias>
  <alias><family>ui-monospace</family><prefer><family>JetBrains Mono</family></prefer></alias>
  <alias><family>monospace</family><prefer><family>JetBrains Mono</family></prefer></alias>
</fontconfig>
`;
