/** The import rules: docs/architecture.md draws the same picture in words. */

/** The rooms of the server, from the ground up: each imports only rooms that stand before it. */
const serverFloors = [
  '(config|config-values|metrics|shipped-files)\\.ts',
  'fairness',
  'database',
  'sent-request',
  'capture-log',
  'rendering/text',
  'store',
  'secrets',
  'parts\\.ts',
  'connections',
  'receive',
  'http',
  'rendering',
  'signatures',
  'replies',
  'billing',
  'endpoints',
  'keys',
  'accounts',
  'requests',
  'settings',
  'live',
  'retention',
  'service',
  'home',
  'monitoring',
  'seed',
  'operator',
  '(app|engine|main|readable-files|ready-file|terminal)\\.ts',
];
const capabilities =
  'endpoints|requests|settings|live|accounts|keys|billing|service|home|retention|monitoring';

/** The senders of requests, from the ground up: their files and tables know nothing of the code that reads them. */
const senderFloors = ['sender', 'senders', 'tables', '[^/]+\\.ts'];

/** The rooms of the match language, from the ground up. */
const matchFloors = ['text', 'language', 'body', 'application', 'index\\.ts'];

/** The rooms of signatures, from the ground up: the table of schemes is data. */
const signatureFloors = ['scheme\\.ts', 'schemes', 'index\\.ts', 'verify', 'sign', 'explain'];

/** The rooms of verdicts, from the ground up. */
const verdictFloors = ['language', 'history', 'judgement', 'index\\.ts'];

/** The rooms of the client, from the ground up. */
const clientFloors = [
  'text',
  'contract',
  'http',
  'exact',
  'calls',
  'stream',
  'copying',
  'archives',
  'samples',
  'grading',
  'replaying',
  'waiting',
  '(client|index)\\.ts',
  'fixtures',
];

/** What the client brings along. */
const clientMayImport = [
  '^packages/(match|replies|verdict)/src/index\\.ts$',
  '^packages/senders/src/tables/samples\\.ts$',
];

/** The rooms of the command, from the ground up. */
const cliFloors = [
  'command-line',
  'input',
  'output',
  'completion',
  'process',
  'sending',
  'service',
  'endpoint-setup',
  'captured-requests',
  'signatures',
  'grading',
  'forwarding',
  'mcp',
  'commands',
  'start\\.ts',
  '(main|handed-out)\\.ts',
];

/** The rooms of the dashboard, from the ground up. */
const webFloors = [
  'ui',
  'page',
  'service',
  'live',
  'session',
  'log',
  'endpoints',
  'request',
  'signatures',
  'labels',
  'search',
  'export',
  'list',
  'detail/text',
  'detail/json',
  'detail/body',
  'detail',
  'compare',
  'sending',
  'teaching',
  'settings/draft',
  'settings/fields',
  'settings/verifying',
  'settings/trial',
  'settings',
  'deliveries',
  'plan',
  'keys',
  'account',
  'resend',
  'screens',
  'shell',
  '(routes|main)\\.tsx',
];

/** Makes the pattern of the files on a floor: a room, or files beside the rooms. */
function pathIn(root) {
  return (floor) => `^${root}/${/\.tsx?$/.test(floor) ? `${floor}$` : `${floor}/`}`;
}

/** One rule for each room: nothing of those above it. */
function noArrowUp(root, floors) {
  const path = pathIn(root);
  return floors.map((floor, index) => ({
    name: `no-arrow-up-in-${root.split('/')[1]}-from-${floor.replace(/\W+/g, '-')}`,
    severity: 'error',
    from: { path: path(floor) },
    to: { path: `^${root}/`, pathNot: floors.slice(0, index + 1).map(path) },
  }));
}

/** A file outside of all rooms imports nothing, and so a new room needs a floor. */
function everyFileOnAFloor(root, floors) {
  const path = pathIn(root);
  return {
    name: 'every-file-on-a-floor',
    severity: 'error',
    from: { path: `^${root}/`, pathNot: floors.map(path) },
    to: {},
  };
}

module.exports = {
  forbidden: [
    {
      name: 'no-circles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    { name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'contract-stands-alone',
      comment: 'The contract imports TypeBox alone.',
      severity: 'error',
      from: { path: '^packages/contract/src' },
      to: { pathNot: ['^packages/contract/src', 'node_modules/typebox/'] },
    },
    {
      name: 'bodies-stand-alone',
      comment: 'They run in Node and in browsers, and import nothing.',
      severity: 'error',
      from: { path: '^packages/bodies/src' },
      to: { pathNot: '^packages/bodies/src' },
    },
    {
      name: 'match-stands-alone',
      comment: 'It runs in Node and in browsers, and imports nothing.',
      severity: 'error',
      from: { path: '^packages/match/src' },
      to: { pathNot: '^packages/match/src' },
    },
    ...noArrowUp('packages/match/src', matchFloors),
    everyFileOnAFloor('packages/match/src', matchFloors),
    {
      name: 'senders-stand-alone',
      comment: 'They run in Node and in browsers, and import nothing.',
      severity: 'error',
      from: { path: '^packages/senders/src' },
      to: { pathNot: '^packages/senders/src' },
    },
    ...noArrowUp('packages/senders/src', senderFloors),
    everyFileOnAFloor('packages/senders/src', senderFloors),
    {
      name: 'signatures-stand-alone',
      comment:
        'They import Node and the schemes of senders; the table of schemes these alone, and is for browsers too.',
      severity: 'error',
      from: { path: '^packages/signatures/src' },
      to: {
        pathNot: ['^packages/signatures/src', '^packages/senders/src/tables/signatures\\.ts$'],
        dependencyTypesNot: ['core'],
      },
    },
    {
      name: 'schemes-are-data',
      severity: 'error',
      from: {
        path: '^packages/signatures/src/(scheme|index)\\.ts$|^packages/signatures/src/schemes/',
      },
      to: { dependencyTypes: ['core'] },
    },
    ...noArrowUp('packages/signatures/src', signatureFloors),
    everyFileOnAFloor('packages/signatures/src', signatureFloors),
    {
      name: 'replies-import-the-match-language',
      comment: 'And the tables of schemes and handshakes. They run in Node and in browsers.',
      severity: 'error',
      from: { path: '^packages/replies/src' },
      to: {
        pathNot: [
          '^packages/replies/src',
          '^packages/(match|signatures)/src/index\\.ts$',
          '^packages/senders/src/tables/handshakes\\.ts$',
        ],
      },
    },
    {
      name: 'verdict-takes-the-contracts-types',
      comment: 'It runs in Node and in browsers.',
      severity: 'error',
      from: { path: '^packages/verdict/src' },
      to: { pathNot: '^packages/verdict/src', dependencyTypesNot: ['type-only'] },
    },
    ...noArrowUp('packages/verdict/src', verdictFloors),
    everyFileOnAFloor('packages/verdict/src', verdictFloors),
    {
      name: 'setup-reads-files-alone',
      comment:
        'The format of setup files, for the command and the server. It opens no file and asks no service.',
      severity: 'error',
      from: { path: '^packages/setup/src' },
      to: {
        pathNot: ['^packages/setup/src', '^packages/replies/src/index\\.ts$', 'node_modules/yaml/'],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'client-runs-on-web-standards',
      comment:
        'A bundle with the client has its own files, the match language, replies, verdicts and samples, and nothing else.',
      severity: 'error',
      from: { path: '^packages/client/src', pathNot: '^packages/client/src/fixtures/' },
      to: {
        pathNot: ['^packages/client/src', ...clientMayImport],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'client-takes-the-contracts-types',
      comment: 'In two files, which the published package has written out.',
      severity: 'error',
      from: {
        path: '^packages/client/src',
        pathNot: '^packages/client/src/(contract/(internal-)?types\\.ts|fixtures/)',
      },
      to: {
        pathNot: ['^packages/client/src', ...clientMayImport],
      },
    },
    {
      name: 'fixtures-import-their-runner',
      severity: 'error',
      from: { path: '^packages/client/src/fixtures/' },
      to: { pathNot: ['^packages/client/src', 'node_modules/(vitest|@playwright/test)/'] },
    },
    {
      name: 'fixtures-on-their-own',
      comment: 'Programs without a test runner can import everything else.',
      severity: 'error',
      from: { path: '^packages/', pathNot: '^packages/client/src/fixtures/' },
      to: { path: '^packages/client/src/fixtures/' },
    },
    {
      name: 'dashboard-talks-through-the-client',
      severity: 'error',
      from: { path: '^packages/web/src' },
      to: {
        path: '^packages/',
        pathNot: [
          '^packages/web/src/',
          '^packages/client/src/((archives/|copying/|samples/)?index)\\.ts$',
          '^packages/contract/src/(being-looked-into|error-message|request-header)\\.ts$',
          '^packages/bodies/src/',
          '^packages/match/src/index\\.ts$',
          '^packages/senders/src/',
          '^packages/(signatures|replies|verdict)/src/index\\.ts$',
        ],
      },
    },
    everyFileOnAFloor('packages/web/src', webFloors),
    ...noArrowUp('packages/web/src', webFloors),
    {
      name: 'cli-uses-the-servers-faces',
      severity: 'error',
      from: { path: '^packages/cli/src' },
      to: {
        path: '^packages/server/src',
        pathNot: '^packages/server/src/(operator/public|engine|main|ready-file)\\.ts$',
      },
    },
    {
      name: 'handed-out-command-without-the-server',
      comment: 'The command that a service hands out has no use for the server.',
      severity: 'error',
      from: { path: '^packages/cli/src/handed-out\\.ts$' },
      to: {
        path: '^packages/server/src',
        pathNot: '^packages/server/src/ready-file\\.ts$',
        reachable: true,
      },
    },
    {
      name: 'one-composition',
      comment: 'Only main.ts and tests compose the application.',
      severity: 'error',
      from: { path: '^packages/[^/]+/src', pathNot: '^packages/server/src/main\\.ts$' },
      to: { path: '^packages/server/src/app\\.ts$' },
    },
    ...noArrowUp('packages/server/src', serverFloors),
    everyFileOnAFloor('packages/server/src', serverFloors),
    ...noArrowUp('packages/client/src', clientFloors),
    everyFileOnAFloor('packages/client/src', clientFloors),
    ...noArrowUp('packages/cli/src', cliFloors),
    everyFileOnAFloor('packages/cli/src', cliFloors),
    {
      name: 'receive-stays-light',
      comment: 'The hot path imports nothing that a capture does not need.',
      severity: 'error',
      from: { path: '^packages/server/src/receive/' },
      to: {
        pathNot: [
          '^packages/server/src/(receive|connections|capture-log|database|fairness)/',
          '^packages/server/src/(parts|metrics)\\.ts$',
          '^packages/contract/',
          '^(node:|http$|kysely)',
          'node_modules/kysely/',
        ],
      },
    },
    {
      name: 'stores-behind-their-interface',
      comment:
        'Only store/open-store.ts and code of the same database know it; operators move between them.',
      severity: 'error',
      from: {
        path: '^packages/server/src/',
        pathNot: [
          '^packages/server/src/((database|capture-log|store)/(sqlite|postgres)|operator)/',
          '^packages/server/src/store/open-store\\.ts$',
        ],
      },
      to: { path: '^packages/server/src/(database|capture-log|store)/(sqlite|postgres)/' },
    },
    {
      name: 'stores-apart',
      comment: 'Code of one database imports nothing of the other; store/open-store.ts chooses.',
      severity: 'error',
      from: { path: '^packages/server/src/(database|capture-log|store)/(sqlite|postgres)/' },
      to: {
        path: '^packages/server/src/(database|capture-log|store)/(sqlite|postgres)/',
        pathNot: '^packages/server/src/(database|capture-log|store)/$2/',
      },
    },
    {
      name: 'capabilities-through-their-face',
      comment: 'A capability is entered through its routes (by app.ts) or its one public file.',
      severity: 'error',
      from: { path: `^packages/server/src/(${capabilities}|seed|operator)/` },
      to: {
        path: `^packages/server/src/(${capabilities})/`,
        pathNot: ['^packages/server/src/$1/', '/public\\.ts$'],
      },
    },
  ],
  options: {
    // Benchmarks start a PostgreSQL as tests do; the parser does not know all of the tests' syntax.
    doNotFollow: { path: ['node_modules', '^packages/server/test/'] },
    tsPreCompilationDeps: true,
    parser: 'swc',
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.js', '.mjs', '.cjs', '.json'],
    },
  },
};
