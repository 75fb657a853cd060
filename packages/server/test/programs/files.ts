import { join } from 'node:path';

const packages = join(import.meta.dirname, '../../..');

/** The folder of the bundle that the tests of this run start; without one they start the sources. */
const bundle = process.env.hookwell_test_programs || undefined;

/** The entry script of the command in the repository, which knows how to hand over to another Node. */
export const sourceCommandFile = join(packages, 'cli/bin/hookwell.cjs');

/** The file of the `hookwell` command. */
export const commandFile =
  bundle === undefined ? sourceCommandFile : join(bundle, 'bin/hookwell.cjs');

/** The file of the server alone. */
export const serverFile =
  bundle === undefined ? join(packages, 'server/src/main.ts') : join(bundle, 'lib/server.js');
