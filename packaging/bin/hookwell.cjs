#!/usr/bin/env node
// The door to the command of the published package. A Node that is too old can read it and says so.
'use strict';

const { leastNode, runsHookwell } = require('./least-node.cjs');

if (runsHookwell()) {
  void import('../lib/main.js');
} else {
  console.error(`hookwell: needs ${leastNode.words}, this is ${process.versions.node}`);
  process.exitCode = 1;
}
