/**
 * Makes `dist/hookwell` (on Windows `dist/hookwell.exe`), the command as one file with the Node that runs this
 * inside, for this kind of machine, and beside it the terms of all that is in it. The dashboard and the command
 * that it hands out are built before (`npm run build:executable` does all).
 */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { bundleWhole } from './bundle.ts';
import { currentBuilds } from './current-builds.ts';
import { thirdPartyTexts } from './licences.ts';
import { root } from './repository.ts';

const output = join(root, 'dist', process.platform === 'win32' ? 'hookwell.exe' : 'hookwell');
const workplace = mkdtempSync(join(tmpdir(), 'hookwell-executable-'));
try {
  mkdirSync(dirname(output), { recursive: true });
  rmSync(output, { force: true });
  const { files, modules, threads } = await bundleWhole(workplace);
  const builds = currentBuilds(files);
  const settings = join(workplace, 'settings.json');
  writeFileSync(
    settings,
    JSON.stringify({
      main: join(workplace, 'main.js'),
      mainFormat: 'module',
      executable: leanNode(),
      output,
      disableExperimentalSEAWarning: true,
      useCodeCache: true,
      // The flags of `npm start`.
      execArgv: ['--max-semi-space-size=8', '--v8-pool-size=0'],
      assets: {
        ...Object.fromEntries(builds.files),
        ...Object.fromEntries(
          threads.map((name) => [`${name}.cjs`, join(workplace, `${name}.cjs`)]),
        ),
      },
    }),
  );
  execFileSync(process.execPath, ['--build-sea', settings], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  // macOS runs nothing that was changed after it was signed.
  if (process.platform === 'darwin') execFileSync('codesign', ['--sign', '-', '--force', output]);
  const texts = thirdPartyTexts([...modules, ...files.values()], builds.licences);
  writeFileSync(
    `${output}-licences.txt`,
    `${texts}\n${'='.repeat(78)}\nNode.js\n\n${nodeLicence()}`,
  );
  console.log(`${output.slice(root.length + 1)}: ${(statSync(output).size / 1e6).toFixed(0)} MB`);
} finally {
  rmSync(workplace, { recursive: true, force: true });
}

/** This Node without the names of its functions, a quarter of it, where there is a program that takes them out. */
function leanNode(): string {
  if (process.platform !== 'linux') return process.execPath;
  const node = join(workplace, 'node');
  copyFileSync(process.execPath, node);
  chmodSync(node, 0o755);
  const stripped = spawnSync('strip', [node], { stdio: 'ignore' });
  return stripped.status === 0 ? node : process.execPath;
}

/** Node's packages and its archives have it in the same place. */
function nodeLicence(): string {
  return readFileSync(join(dirname(process.execPath), '../LICENSE'), 'utf8');
}
