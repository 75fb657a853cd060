// The oldest Node that runs Hookwell, and the oldest that runs the commands that talk to a service. Any Node that is older
// still can read this file: see hookwell.cjs.
'use strict';

exports.leastNode = {
  /** For the `engines` of a package. */
  range: '^24.16.0 || >=26.1.0',
  words: 'Node.js 24.16, or 26.1 or newer',
};

/**
 * Whether this Node has what Hookwell takes. Features are asked for and not a version: the last of them came
 * to several lines of versions (24.16 and 26.1) and never to 25. `node:sqlite` is older.
 */
exports.runsHookwell = () => {
  if (typeof process.getBuiltinModule !== 'function') return false;
  const { argon2, randomUUIDv7 } = process.getBuiltinModule('node:crypto');
  return typeof argon2 === 'function' && typeof randomUUIDv7 === 'function';
};

/** For the commands that talk to a service. The command is compiled for this Node. */
exports.leastClientNode = {
  /** For the `engines` of a package. */
  range: '^20.16.0 || >=22.3.0',
  words: 'Node.js 20.16 or newer',
};

/** Whether this Node runs the commands that talk to a service. */
exports.runsClientCommands = () => typeof process.getBuiltinModule === 'function';

/** Whether this Node lacks parts of the language that the command takes for granted. Node 22 has all of them. */
exports.needsLanguageParts = () => typeof globalThis.Iterator !== 'function';
