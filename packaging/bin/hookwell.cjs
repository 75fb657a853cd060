#!/usr/bin/env node
// Starts the command of the published package. A Node that is too old can read this file and says so. The command itself says
// which of its parts need a newer Node than this one.
'use strict';

const { leastClientNode, needsLanguageParts, runsClientCommands } = require('./least-node.cjs');

if (runsClientCommands()) {
  void start();
} else {
  console.error(`hookwell: needs ${leastClientNode.words}, this is ${process.versions.node}`);
  process.exitCode = 1;
}

async function start() {
  if (needsLanguageParts()) await import('../lib/language-parts.js');
  await import('../lib/main.js');
}
