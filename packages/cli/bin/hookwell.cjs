#!/usr/bin/env node
// The door to the `hookwell` command. It is plain old JavaScript on purpose: a Node that is too old for
// the TypeScript behind it can still read it, and hands over to the Node that npm installed beside us.
'use strict';

const path = require('node:path');
const { pathToFileURL } = require('node:url');
const { leastNode, runsHookwell } = require('./least-node.cjs');

const main = path.join(__dirname, '..', 'src', 'main.ts');

// Node strips the types of a file once and keeps the result: from the second start on, its compiler is not
// loaded in any thread, which saves tens of megabytes and most of the start.
process.env.NODE_COMPILE_CACHE =
  process.env.NODE_COMPILE_CACHE ||
  path.join(__dirname, '..', '..', '..', 'node_modules', '.cache', 'hookwell');

/** The time in which a command ends that got the signal itself. */
const forwardAfterMs = 200;

// The command behind this door is TypeScript.
if (runsHookwell() && process.features.typescript) {
  require('node:module').enableCompileCache(process.env.NODE_COMPILE_CACHE);
  void import(pathToFileURL(main).href);
} else {
  handOver(installedNode());
}

function handOver(node) {
  if (node === undefined) {
    return fail(
      `needs ${leastNode.words}, this is ${process.versions.node}; "npm ci" brings one along`,
    );
  }
  const { spawn } = require('node:child_process');
  // The command behind the door ends with the process of this number: see src/start.ts.
  const env = { ...process.env, hookwell_launcher: String(process.pid) };
  const child = spawn(node, [main, ...process.argv.slice(2)], { stdio: 'inherit', env });
  // A signal to the whole process group, as from a terminal, has reached the child already; that of a service
  // manager has not. So the child gets it a moment later, unless it has ended by then: a repeated signal means nothing to
  // a running command, but kills one that is just ending. (On Windows it would always be a kill.)
  const forwarding = new Map();
  for (const signal of process.platform === 'win32' ? [] : ['SIGTERM', 'SIGINT']) {
    process.on(signal, () => {
      if (forwarding.has(signal)) return;
      const forward = () => forwarding.delete(signal) && child.kill(signal);
      forwarding.set(signal, setTimeout(forward, forwardAfterMs));
    });
  }
  child.on('error', (error) => fail(`cannot start ${node}: ${error.message}`));
  child.on('exit', (code, signal) => {
    for (const timer of forwarding.values()) clearTimeout(timer);
    // 128 + number is how shells report a process that a signal ended. (An end by itself would take the handlers of
    // signals away first, and a repeated signal would kill this process then.)
    process.exit(signal === null ? code : 128 + require('node:os').constants.signals[signal]);
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
