// Knows whether what `npm start` runs was built from the files as they are now. As old as any Node that may read it.
'use strict';

const { createHash } = require('node:crypto');
const {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  statSync,
  writeFileSync,
} = require('node:fs');
const { join } = require('node:path');

const root = join(__dirname, '..', '..', '..');
const place = join(root, 'dist');
const note = join(place, 'start.json');

/** The sources of the builds. The second lock tells which packages are installed, the bundler among them. */
const sources = [
  'package.json',
  'package-lock.json',
  'node_modules/.package-lock.json',
  'tsconfig.json',
  'packages',
  'packaging',
];
const notSources = new Set(['test', 'dist', 'node_modules']);

/** They name the builds that the server serves: of the dashboard, and of the command. */
const served = ['packages/web/dist/current', 'packages/cli/dist/current'];

/**
 * A text that changes when any of the sources does. It is made of the times of their last changes, which no program can set,
 * and not of their contents: to look at 1,200 files takes 12 ms, to read and hash them and to load what does it 130.
 */
exports.lookAtSources = () => lookAt(sources);

/** The last build, if it was made from these sources and is still there. */
exports.builtFrom = (seen) => {
  const built = readNote();
  if (built === undefined || built.seen !== seen || built.served !== lookAt(served)) {
    return undefined;
  }
  return built.bundle === '' || existsSync(built.bundle) ? built : undefined;
};

/** Notes what was built from the sources that were seen before: the folder of the bundle, or '' if none can be made. */
exports.noteBuilt = (seen, bundle) => {
  mkdirSync(place, { recursive: true });
  const draft = `${note}-${process.pid}`;
  writeFileSync(draft, JSON.stringify({ seen, served: lookAt(served), bundle }));
  renameSync(draft, note);
};

/** The folder of the bundle that was noted last. */
exports.notedBundle = () => {
  const built = readNote();
  return built === undefined ? undefined : built.bundle;
};

function readNote() {
  try {
    return JSON.parse(readFileSync(note, 'utf8'));
  } catch (_none) {
    return undefined;
  }
}

function lookAt(paths) {
  const hash = createHash('sha256');
  for (const path of paths) add(hash, join(root, path));
  return hash.digest('hex');
}

function add(hash, path) {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return;
  if (!stat.isDirectory()) {
    hash.update(`${path}\n${stat.size} ${stat.ctimeMs}\n`);
    return;
  }
  for (const name of readdirSync(path).sort()) {
    if (!notSources.has(name)) add(hash, join(path, name));
  }
}
