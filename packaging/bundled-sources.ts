const rooms = [
  'bodies',
  'match',
  'shape',
  'schemas',
  'redaction',
  'senders',
  'signatures',
  'replies',
  'verdict',
  'setup',
  'contract',
  'client',
  'server',
  'cli',
];

/** The files and folders that every bundle depends on, from the root of the repository. */
export const bundledSources = [
  'package.json',
  'package-lock.json',
  'packaging/bin',
  'packaging/bundle.ts',
  'packaging/own-addresses.ts',
  'packages/cli/bin',
  'packages/senders/scripts/bundled-parts.ts',
  ...rooms.flatMap((room) => [`packages/${room}/package.json`, `packages/${room}/src`]),
];
