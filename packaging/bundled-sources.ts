const rooms = ['core', 'client', 'server', 'cli'];

/** The files and folders that every bundle depends on, from the root of the repository. */
export const bundledSources = [
  'package.json',
  'package-lock.json',
  'packaging/bin',
  'packaging/bundle.ts',
  'packaging/own-addresses.ts',
  'packages/cli/bin',
  'packages/core/scripts/bundled-parts.ts',
  ...rooms.flatMap((room) => [`packages/${room}/package.json`, `packages/${room}/src`]),
];
