#!/usr/bin/env node
// The door to the `hookwell` command. It is plain old JavaScript on purpose: a Node that is too old for
// the TypeScript behind it can still read it, and hands over to the Node that npm installed beside us.
'use strict';

const path = require('node:path');
const { pathToFileURL } = require('node:url');

// crypto.argon2 came with 24.7; running TypeScript as it is and node:sqlite came before.
const oldest = { major: 24, minor: 7 };

const main = path.join(__dirname, '..', 'src', 'main.ts');
const [major, minor] = process.versions.node.split('.').map(Number);

// Node strips the types of a file once and keeps the result: from the second start on, the compiler that
// does so is not even loaded, in none of the threads, which saves tens of megabytes and most of the start.
process.env.NODE_COMPILE_CACHE =
  process.env.NODE_COMPILE_CACHE ||
  path.join(__dirname, '..', '..', '..', 'node_modules', '.cache', 'hookwell');

if (major > oldest.major || (major === oldest.major && minor >= oldest.minor)) {
  require('node:module').enableCompileCache(process.env.NODE_COMPILE_CACHE);
  void import(pathToFileURL(main).href);
} else {
  handOver(installedNode());
}

function handOver(node) {
  if (node === undefined) {
    return fail(
      `needs Node.js ${oldest.major}.${oldest.minor} or newer, this is ${process.versions.node}; "npm ci" brings one along`,
    );
  }
  const { spawn } = require('node:child_process');
  const child = spawn(node, [main, ...process.argv.slice(2)], { stdio: 'inherit' });
  // A service manager signals us alone. What a terminal sends (Ctrl-C) has reached the child already.
  for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT']) {
    process.on(signal, () => {
      if (signal === 'SIGTERM' || !process.stdin.isTTY) child.kill(signal);
    });
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
  // Of Apple's newer machines the package is called `node-bin-…`.
  for (const name of [`node-${machine}`, `node-bin-${machine}`]) {
    try {
      return require.resolve(`${name}/${file}`);
    } catch (_notInstalled) {
      // Perhaps under the other name.
    }
  }
  return undefined;
}

function fail(sentence) {
  console.error(`hookwell: ${sentence}`);
  process.exitCode = 1;
}
