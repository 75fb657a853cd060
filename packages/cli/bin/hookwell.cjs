#!/usr/bin/env node
// The door to the `hookwell` command. It is plain old JavaScript on purpose: a Node that is too old for
// the TypeScript behind it can still read it, and hands over to the Node that npm installed beside us.
'use strict';

const path = require('node:path');
const { pathToFileURL } = require('node:url');

const main = path.join(__dirname, '..', 'src', 'main.ts');

// Node strips the types of a file once and keeps the result: from the second start on, its compiler is not
// loaded in any thread, which saves tens of megabytes and most of the start.
process.env.NODE_COMPILE_CACHE =
  process.env.NODE_COMPILE_CACHE ||
  path.join(__dirname, '..', '..', '..', 'node_modules', '.cache', 'hookwell');

if (isNewEnough()) {
  require('node:module').enableCompileCache(process.env.NODE_COMPILE_CACHE);
  void import(pathToFileURL(main).href);
} else {
  handOver(installedNode());
}

/**
 * Whether this Node can run the command behind the door. Features are checked and not the version: the last of
 * them came to several lines of versions (24.16 and 26.1) and never to 25. `node:sqlite` is older.
 */
function isNewEnough() {
  const { argon2, randomUUIDv7 } = require('node:crypto');
  const runsTypeScript = Boolean(process.features.typescript);
  return runsTypeScript && typeof argon2 === 'function' && typeof randomUUIDv7 === 'function';
}

function handOver(node) {
  if (node === undefined) {
    return fail(
      `needs Node.js 24.16, or 26.1 or newer, this is ${process.versions.node}; "npm ci" brings one along`,
    );
  }
  const { spawn } = require('node:child_process');
  // The command behind the door ends with the process of this number: see src/process/parents.ts.
  const env = { ...process.env, hookwell_launcher: String(process.pid) };
  const child = spawn(node, [main, ...process.argv.slice(2)], { stdio: 'inherit', env });
  // A signal to the whole process group, as from a terminal, has reached the child already; that of a service
  // manager has not. The child ignores a repeated signal. (On Windows it would be a kill.)
  for (const signal of ['SIGTERM', 'SIGINT']) {
    process.on(signal, () => process.platform === 'win32' || child.kill(signal));
  }
  child.on('error', (error) => fail(`cannot start ${node}: ${error.message}`));
  child.on('exit', (code, signal) => {
    // 128 + number is how shells report a process that a signal ended.
    process.exitCode = signal === null ? code : 128 + require('node:os').constants.signals[signal];
  });
}

/** The path of the Node among the optional dependencies of this repository, if it is there. */
function installedNode() {
  const isWindows = process.platform === 'win32';
  const machine = `${isWindows ? 'win' : process.platform}-${process.arch}`;
  const file = isWindows ? 'bin/node.exe' : 'bin/node';
  // The package for Apple's newer machines is called `node-bin-…`.
  for (const name of [`node-${machine}`, `node-bin-${machine}`]) {
    try {
      return require.resolve(`${name}/${file}`);
    } catch (_notInstalled) {
      // The package may have the other name.
    }
  }
  return undefined;
}

function fail(sentence) {
  console.error(`hookwell: ${sentence}`);
  process.exitCode = 1;
}
