// Started by `npm start`: the bundle that was built from the sources as they are now, which starts in half the time and with less
// memory, or else the sources themselves. `packaging/build-when-stale.cjs`, which runs before, makes the bundle.
'use strict';

const { rmSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { builtFrom, lookAtSources } = require('./built.cjs');
const { runsHookwell } = require('./least-node.cjs');

if (runsHookwell()) {
  // The same that `packages/server/src/engine.ts` does before the server is loaded, and ends: the look at the sources alone would make V8
  // load its compilers and fill its young generation, and with them the idle server took 10 MiB more.
  const { setFlagsFromString } = require('node:v8');
  for (const flag of ['--no-turbofan', '--no-maglev', '--semi-space-growth-factor=1']) {
    setFlagsFromString(flag);
  }
}

const { bundle } = (runsHookwell() && built()) || { bundle: '' };
if (bundle === '') require('./hookwell.cjs');
else startBundle();

/** Sources that cannot be looked at are not known to be built. */
function built() {
  try {
    return builtFrom(lookAtSources());
  } catch (_unreadable) {
    return undefined;
  }
}

function startBundle() {
  keepWhileRunning(bundle);
  // Node keeps the code that it compiles, for the threads too: a sixth of the start's processor time, for 2 MiB.
  process.env.NODE_COMPILE_CACHE = process.env.NODE_COMPILE_CACHE || join(bundle, 'compiled');
  require('node:module').enableCompileCache(process.env.NODE_COMPILE_CACHE);
  require(join(bundle, 'bin', 'hookwell.cjs'));
}

/** A server loads some of its files late, and its threads again when they have died. */
function keepWhileRunning(folder) {
  const mark = join(folder, `used-by-${process.pid}`);
  try {
    writeFileSync(mark, '');
    process.on('exit', () => rmSync(mark, { force: true }));
  } catch (_readOnly) {
    // If nothing can be written nothing is removed.
  }
}
