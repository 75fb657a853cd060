// The least Node that runs Hookwell. As old as any Node that may read it: see hookwell.cjs.
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
