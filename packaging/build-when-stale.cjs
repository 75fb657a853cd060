// Builds what `npm start` runs, the dashboard, the bundle of the server and the command that it hands out, unless all were built from the files as they are now.
// `npm start` runs this first, so it asks that in the quickest way; the builds themselves ask for contents.
'use strict';

const { spawnSync } = require('node:child_process');
const { join } = require('node:path');
const { builtFrom, lookAtSources, noteBuilt } = require('../packages/cli/bin/built.cjs');
const { runsHookwell } = require('../packages/cli/bin/least-node.cjs');

// The start itself tells of an older Node.
if (runsHookwell()) buildWhenStale();

function buildWhenStale() {
  try {
    const seen = lookAtSources();
    if (builtFrom(seen) === undefined) build(seen);
  } catch (error) {
    // The start runs the sources then.
    console.error(`hookwell: cannot bundle the server: ${error.message}`);
    process.exitCode = 1;
  }
}

function build(seen) {
  const dashboard = run('../packages/web/scripts/build-when-stale.ts', 'inherit');
  const command = run('command-when-stale.ts', 'inherit');
  const bundle = run('bundle-when-stale.ts', 'pipe');
  const isBuilt = [dashboard, command, bundle].every(({ status }) => status === 0);
  if (isBuilt) noteBuilt(seen, bundle.stdout);
  else process.exitCode = 1;
}

function run(file, output) {
  return spawnSync(process.execPath, [join(__dirname, file)], {
    stdio: ['ignore', output, 'inherit'],
    encoding: 'utf8',
  });
}
