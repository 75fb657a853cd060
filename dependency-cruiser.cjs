/*
 * The import rules. `npm run write:map` writes them into docs/architecture.md, and `npm run check:map` tells whether that is
 * stale: a layer appears there with its text, and any other rule with its comment.
 */

/** The layers of the server, from the ground up: a folder, or files beside the folders, imports only those before it. */
const serverLayers = {
  '(account-kind|config|config-values|growing-pause|metrics|random-secret|refusal|shipped-files)\\.ts':
    'settings, figures, refusals',
  fairness: 'shares by account and network',
  threads: 'worker threads',
  database: 'transactions, locks, schema',
  'sent-request': 'stored requests; matches tried',
  'capture-log': 'append, read, search, remove',
  'refusal-log': 'refusals',
  rendering: 'captures as text',
  store: 'threads, connections',
  secrets: "encrypts endpoints' secrets",
  'parts\\.ts': 'what capabilities share',
  connections: 'HTTP server, sockets, bodies',
  receive: '`/wh/{token}`',
  signatures: 'verifies requests, explains failures',
  contracts: 'judges arriving bodies',
  listeners: 'streams that answer senders',
  replies: 'decides answers, sends them',
  http: 'credentials, validation, errors',
  members: 'memberships',
  audit: 'who did what',
  billing: 'plans, payment events',
  endpoints: 'endpoints, tokens',
  keys: 'API keys',
  accounts: 'guests, log-in, sessions, merging',
  'single-sign-on': 'OpenID Connect',
  teams: 'teams, invitations',
  requests: 'lists, pages, searches',
  shapes: 'events, schemas',
  shares: 'redacted requests',
  answers: 'answers of listeners',
  settings: 'settings, contracts, deliveries',
  live: 'live streams',
  retention: 'removes old captures',
  service: 'describes this service',
  home: 'dashboard, documentation, packed command',
  monitoring: 'health, readiness, metrics',
  seed: 'seed files',
  tunnel: 'a public address',
  operator: 'operator commands',
  '(app|engine|main|readable-files|ready-file|terminal)\\.ts': 'composition, start',
};
const capabilities =
  'endpoints|requests|shapes|shares|answers|settings|live|accounts|single-sign-on|teams|keys|audit|billing|service|home|retention|monitoring';

/** The files and tables of senders know nothing of the code that reads them. */
const senderLayers = {
  sender: 'parts of files',
  senders: 'one file per sender',
  tables: 'parts by kind',
  '[^/]+\\.ts': 'recognition',
};

const matchLayers = {
  text: 'bounded comparisons',
  language: 'grammar',
  body: 'values by path',
  application: 'matches tried',
  'index\\.ts': 'public',
};

const signatureLayers = {
  'scheme\\.ts': 'types',
  schemes: 'schemes, checks',
  'index\\.ts': 'public',
  verify: 'verification in steps',
  'sign\\.ts': 'signing as senders do',
  explain: 'causes of failures',
};

const shapeLayers = {
  'body-schema\\.ts': 'its schemas, and contracts of them',
  inference: 'samples to a schema',
  typescript: 'TypeScript',
  'index\\.ts': 'public',
};

const redactionLayers = {
  'rules\\.ts': 'types',
  'json\\.ts': 'JSON written anew',
  'redaction\\.ts': 'names of secrets, strings',
  '(head|body|index)\\.ts': 'headers, forms, the public module',
};

const clientLayers = {
  text: 'invisible characters, bytes as text',
  contract: 'types, views',
  http: 'credentials, errors, repeats',
  exact: 'exact bytes',
  calls: 'calls by capability',
  stream: 'resumed live stream',
  copying: 'copied requests',
  archives: 'HTTP archives, JSON lines',
  samples: 'sample requests',
  grading: 'a sender graded',
  replaying: 'duplicates, disorder, losses',
  waiting: 'waits for matches',
  '(client|index)\\.ts': '`HookwellClient`',
  fixtures: 'Vitest, Playwright Test',
};

const publishedWithClient = [
  '^packages/contract/src/routes\\.ts$',
  '^packages/bodies/src/json/',
  '^packages/(match|replies|verdict|shape)/src/index\\.ts$',
  '^packages/senders/src/tables/samples\\.ts$',
];

const cliLayers = {
  'command-line': 'options, help',
  input: 'questions, passwords, files',
  output: 'colours, tables, safe text',
  completion: 'shell completion',
  process: 'settings, signals, browser',
  sending: 'one request, byte for byte',
  service: 'addresses, credentials, log-ins',
  'endpoint-setup': 'settings, files',
  'captured-requests': 'look-ups, JSON, exports',
  signatures: 'signing, verifying',
  schemas: 'judged requests',
  forwarding: 'listen, forward, replay',
  mcp: 'tools for coding assistants',
  commands: 'one file per command or subject',
  'language-parts\\.ts': 'what Node 20 lacks',
  'start\\.ts': 'runs a command line',
  '(main|handed-out|language-parts)\\.ts': 'entries',
};

const webLayers = {
  ui: 'controls, formats',
  page: 'layout, keys',
  service: 'client, cache',
  live: 'one stream for all tabs',
  session: 'the user; other tabs',
  log: 'loaded requests',
  endpoints: "the account's endpoints",
  signatures: 'verdicts, schemes',
  request: 'one request',
  labels: 'senders, events',
  search: 'the filter, its finds',
  export: 'lists as files',
  refusals: 'what was not stored',
  list: 'rows',
  'detail/search': 'one body searched',
  'detail/text': 'long texts',
  'detail/json': 'JSON as a tree',
  'detail/body': 'bodies by type',
  shared: 'redacted requests',
  sending: 'test requests, captures again',
  sharing: 'shares',
  detail: 'one request whole',
  compare: 'two requests',
  teaching: 'first commands',
  'settings/draft': 'settings under way',
  'settings/fields': 'fields to edit them',
  'settings/verifying': 'signatures, secrets',
  'settings/trial': 'tried on captures',
  settings: 'the settings page',
  events: 'events, shapes',
  deliveries: 'attempts, verdicts',
  plan: 'plan, usage',
  keys: 'API keys',
  account: 'log-ins, deletion',
  team: 'members, moving',
  audit: 'who did what',
  resend: 'sends again',
  'share-page': 'the public page',
  screens: 'home, lists',
  shell: 'frame, commands, dialogs',
  '(routes|main)\\.tsx': 'addresses, start',
};

/** Makes the pattern of the files of a layer: a folder, or files beside the folders. */
function pathIn(root) {
  return (layer) => `^${root}/${/\.tsx?$/.test(layer) ? `${layer}$` : `${layer}/`}`;
}

/** One rule for each layer: nothing of those above it. Then one for files outside of all layers, so that a new folder needs one. */
function layersOf(root, texts) {
  const layers = Object.keys(texts);
  const paths = layers.map(pathIn(root));
  const inRoot = `^${root}/`;
  return [
    ...layers.map((layer, index) => ({
      name: `layer-${root.split('/')[1]}-${layer.replace(/\W+/g, '-')}`,
      comment: texts[layer],
      severity: 'error',
      from: { path: paths[index] },
      to: { path: inRoot, pathNot: paths.slice(0, index + 1) },
    })),
    {
      name: 'every-file-in-a-layer',
      severity: 'error',
      from: { path: inRoot, pathNot: paths },
      to: {},
    },
  ];
}

module.exports = {
  forbidden: [
    {
      name: 'no-circles',
      comment: 'No circles, types aside.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no-circles-of-types',
      comment: 'In the server not even types stand in circles.',
      severity: 'error',
      from: { path: '^packages/server/src/' },
      to: { circular: true },
    },
    { name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'contract-stands-alone',
      comment: '`contract` imports TypeBox, and types of `shape`.',
      severity: 'error',
      from: { path: '^packages/contract/src' },
      to: {
        pathNot: [
          '^packages/contract/src',
          'node_modules/typebox/',
          '^packages/shape/src/(index|body-schema)\\.ts$',
        ],
      },
    },
    {
      name: 'bodies-stand-alone',
      comment: '`bodies` imports nothing.',
      severity: 'error',
      from: { path: '^packages/bodies/src' },
      to: { pathNot: '^packages/bodies/src' },
    },
    {
      name: 'shape-reads-json',
      comment: '`shape` imports what reads JSON in `bodies`.',
      severity: 'error',
      from: { path: '^packages/shape/src' },
      to: { pathNot: '^packages/(shape/src|bodies/src/json)/' },
    },
    ...layersOf('packages/shape/src', shapeLayers),
    {
      name: 'redaction-reads-bodies',
      comment: '`redaction` imports `bodies`.',
      severity: 'error',
      from: { path: '^packages/redaction/src' },
      to: { pathNot: '^packages/(redaction|bodies)/src/' },
    },
    ...layersOf('packages/redaction/src', redactionLayers),
    {
      name: 'schemas-know-no-service',
      comment: '`schemas` imports its validator, what reads JSON, and types.',
      severity: 'error',
      from: { path: '^packages/schemas/src' },
      to: {
        pathNot: '^(packages/(schemas/src|bodies/src/json)|node_modules/@cfworker/json-schema)/',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'match-reads-bodies',
      comment: '`match` imports what reads JSON, queries and bytes in `bodies`.',
      severity: 'error',
      from: { path: '^packages/match/src' },
      to: {
        pathNot: '^packages/(match/src/|bodies/src/(json/|(query-text|byte-text)\\.ts$))',
      },
    },
    ...layersOf('packages/match/src', matchLayers),
    {
      name: 'senders-stand-alone',
      comment: '`senders` imports what reads JSON in `bodies`.',
      severity: 'error',
      from: { path: '^packages/senders/src' },
      to: { pathNot: '^packages/(senders/src|bodies/src/json)/' },
    },
    ...layersOf('packages/senders/src', senderLayers),
    {
      name: 'signatures-stand-alone',
      comment: '`signatures` imports Node, the schemes of `senders`, and what reads JSON.',
      severity: 'error',
      from: { path: '^packages/signatures/src' },
      to: {
        pathNot: [
          '^packages/(signatures/src|bodies/src/json)/',
          '^packages/bodies/src/content-type\\.ts$',
          '^packages/senders/src/tables/signatures\\.ts$',
        ],
        dependencyTypesNot: ['core'],
      },
    },
    {
      name: 'schemes-are-data',
      comment: 'Its own schemes import nothing of Node.',
      severity: 'error',
      from: {
        path: '^packages/signatures/src/(scheme|index)\\.ts$|^packages/signatures/src/schemes/',
      },
      to: { dependencyTypes: ['core'] },
    },
    ...layersOf('packages/signatures/src', signatureLayers),
    {
      name: 'replies-import-the-match-language',
      comment:
        '`replies` imports `match`, the schemes and handshakes of `senders`, and names of `contract`.',
      severity: 'error',
      from: { path: '^packages/replies/src' },
      to: {
        pathNot: [
          '^packages/replies/src',
          '^packages/(match|signatures)/src/index\\.ts$',
          '^packages/match/src/text/edit-distance\\.ts$',
          '^packages/senders/src/tables/handshakes\\.ts$',
          '^packages/contract/src/settings-names\\.ts$',
        ],
      },
    },
    {
      name: 'verdict-takes-the-contracts-types',
      comment: '`verdict` imports `match`, and types.',
      severity: 'error',
      from: { path: '^packages/verdict/src' },
      to: {
        pathNot: ['^packages/verdict/src', '^packages/match/src/index\\.ts$'],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'setup-reads-files-alone',
      comment: '`setup` imports `replies` and a YAML reader.',
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
        '`client` imports `match`, `replies`, `verdict`, `shape`, the samples of `senders` and what reads JSON.',
      severity: 'error',
      from: { path: '^packages/client/src', pathNot: '^packages/client/src/fixtures/' },
      to: {
        pathNot: ['^packages/client/src', ...publishedWithClient],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'client-takes-the-contracts-types',
      comment: 'It takes types of `contract` in two files, and the table of routes.',
      severity: 'error',
      from: {
        path: '^packages/client/src',
        pathNot: '^packages/client/src/(contract/(internal-)?types\\.ts|fixtures/)',
      },
      to: {
        pathNot: ['^packages/client/src', ...publishedWithClient],
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
      comment: 'Nothing imports `fixtures/`.',
      severity: 'error',
      from: { path: '^packages/', pathNot: '^packages/client/src/fixtures/' },
      to: { path: '^packages/client/src/fixtures/' },
    },
    {
      name: 'dashboard-talks-through-the-client',
      comment: '`web` imports `client`, and packages that run in browsers.',
      severity: 'error',
      from: { path: '^packages/web/src' },
      to: {
        path: '^packages/',
        pathNot: [
          '^packages/web/src/',
          '^packages/client/src/((archives/|copying/|samples/)?index|stream/(api|live)-client|calls/(audit|shares)|http/patience)\\.ts$',
          '^packages/contract/src/(error-message|operations|sentences|settings-names)\\.ts$',
          '^packages/bodies/src/',
          '^packages/match/src/(index|text/times)\\.ts$',
          '^packages/senders/src/',
          '^packages/(signatures|replies|verdict|shape)/src/index\\.ts$',
        ],
      },
    },
    {
      name: 'cli-uses-the-servers-public-modules',
      comment:
        'Of the server, `cli` imports `operator/public.ts`, `engine.ts`, `main.ts` and `ready-file.ts` alone.',
      severity: 'error',
      from: { path: '^packages/cli/src' },
      to: {
        path: '^packages/server/src',
        pathNot: '^packages/server/src/(operator/public|engine|main|ready-file)\\.ts$',
      },
    },
    {
      name: 'handed-out-command-without-the-server',
      comment: 'The command that a service hands out reaches only the last of these.',
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
      comment: 'Only `main.ts` and tests import `app.ts`.',
      severity: 'error',
      from: { path: '^packages/[^/]+/src', pathNot: '^packages/server/src/main\\.ts$' },
      to: { path: '^packages/server/src/app\\.ts$' },
    },
    ...layersOf('packages/server/src', serverLayers),
    ...layersOf('packages/client/src', clientLayers),
    ...layersOf('packages/cli/src', cliLayers),
    ...layersOf('packages/web/src', webLayers),
    {
      name: 'receive-stays-light',
      comment: '`receive/` imports nothing that a capture does not need.',
      severity: 'error',
      from: { path: '^packages/server/src/receive/' },
      to: {
        pathNot: [
          '^packages/server/src/(receive|connections|capture-log|refusal-log|database|fairness)/',
          '^packages/server/src/(parts|metrics)\\.ts$',
          '^packages/contract/',
          '^(node:|http$|kysely)',
          'node_modules/kysely/',
        ],
      },
    },
    {
      name: 'stores-behind-their-interface',
      comment: 'Only `store/open-store.ts` and `operator/` know which database it is.',
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
      comment: 'Folders `sqlite/` and `postgres/` import nothing of each other.',
      severity: 'error',
      from: { path: '^packages/server/src/(database|capture-log|store)/(sqlite|postgres)/' },
      to: {
        path: '^packages/server/src/(database|capture-log|store)/(sqlite|postgres)/',
        pathNot: '^packages/server/src/(database|capture-log|store)/$2/',
      },
    },
    {
      name: 'capabilities-through-their-public-module',
      comment: 'A capability (a folder with routes) imports another through its `public.ts` alone.',
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
