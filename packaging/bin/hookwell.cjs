#!/usr/bin/env node
// The door to the command of the published package. A Node that is too old can read it and says so.
'use strict';

const { leastNode, runsHookwell } = require('./least-node.cjs');

if (runsHookwell()) {
  const { join } = process.getBuiltinModule('node:path');
  const { enableCompileCache } = process.getBuiltinModule('node:module');
  // Beside the packages, as build tools do it; where that cannot be written, Node does without.
  process.env.NODE_COMPILE_CACHE ||= join(__dirname, '../../.cache/hookwell');
  enableCompileCache(process.env.NODE_COMPILE_CACHE);
  void import('../lib/main.js');
} else {
  console.error(`hookwell: needs ${leastNode.words}, this is ${process.versions.node}`);
  process.exitCode = 1;
}
