/*
 * The import rules. `npm run write:map` writes them into docs/architecture.md, and `npm run check:map` tells whether that is stale.
 *
 * A level is a line of folders, and files beside folders. It imports only itself and the levels before it.
 */
const levels = {
  core: {
    'json http': 'texts and bytes as senders wrote them',
    'match redact': 'the match language, requests without secrets',
    'api schema': 'all that crosses the wire; schemas of bodies',
    'senders signatures': 'who sent a request, and whether it is signed',
    'rules grade': "an endpoint's settings; verdicts on senders",
  },
  server: {
    'account-kind.ts api-error.ts config.ts config-values.ts growing-pause.ts metrics.ts random-secret.ts shipped-files.ts':
      'settings, figures, errors of the API',
    'fairness threads': 'shares by account and network; worker threads',
    'database sent-request capture-log refusal-log rendering':
      'the database; captures, as rows and as text',
    'store secrets parts.ts workers': 'the store; what capabilities share; tasks in threads',
    connections: 'HTTP server, sockets, bodies',
    'receive signatures responders': '`/wh/{token}`, and what it is answered',
    http: 'credentials, validation, errors',
    'members audit billing endpoints keys accounts single-sign-on teams':
      'accounts and what they own',
    'requests shapes shares answers settings live': 'captured requests',
    'retention service home monitoring seed tunnel': 'the service itself',
    operator: 'operator commands',
    'app.ts engine.ts main.ts readable-files.ts ready-file.ts terminal.ts': 'composition, start',
  },
};
const features =
  'endpoints|requests|shapes|shares|answers|settings|live|accounts|single-sign-on|teams|keys|audit|billing|service|home|retention|monitoring';
const databases = '^packages/server/src/(database|capture-log|store)/(sqlite|postgres)/';

const allow = (from, to) => ({ from: { path: from }, to: { pathNot: to } });
const forbid = (from, to, pathNot) => ({ from: { path: from }, to: { path: to, pathNot } });
const valuesAlone = { dependencyTypesNot: ['type-only'] };

const rules = {
  'No circles, types aside.': { to: { circular: true, viaOnly: valuesAlone } },
  'In the server not even of types.': { from: { path: 'packages/server' }, to: { circular: true } },
  'All imports lead to a file.': { to: { couldNotResolve: true } },
  '`core` imports TypeBox, YAML, a JSON Schema validator, and in `signatures/` Node.': allow(
    '^packages/core/src/(?!signatures/)',
    '^packages/core/src/|node_modules/(typebox|yaml|@cfworker/json-schema)/',
  ),
  'Schemes of signatures are data, without Node.': allow(
    '^packages/core/src/signatures/(scheme|index|schemes/.*)\\.ts$',
    '^packages/core/src/',
  ),
  '`client` runs on web standards: it imports `core`, and of `core/api` types.': {
    from: { path: '^packages/client/src/', pathNot: '/fixtures/' },
    to: { pathNot: '^packages/(client|core)/src/', ...valuesAlone },
  },
  '`web` imports `client` and `core`.': forbid(
    '^packages/web/src/',
    '^packages/',
    '^packages/((web|client)/src/|core/src/(?!signatures/(verify|sign|explain)/))',
  ),
  'What browsers load brings along no schemas: it imports types and plain modules of `core/api`.': {
    from: { path: '^packages/(web|client|core)/src/', pathNot: '^packages/core/src/api/' },
    to: {
      path: '^packages/core/src/api/',
      pathNot: '/(error-message|routes|sentences|settings-names)\\.ts$',
      dependencyTypesNot: ['type-only'],
    },
  },
  'Of the server, `cli` imports `operator/`, `engine.ts`, `main.ts`, `ready-file.ts`.': forbid(
    '^packages/cli/src/',
    '^packages/server/',
    '/(operator/public|engine|main|ready-file)\\.ts$',
  ),
  'The command that a service hands out reaches only the last of these.': {
    from: { path: '^packages/cli/src/handed-out\\.ts$' },
    to: { path: '^packages/server/', pathNot: '/ready-file\\.ts$', reachable: true },
  },
  'Only `main.ts` and tests import `app.ts`.': forbid(
    '^packages/[^/]+/src/(?!main\\.ts$)',
    '^packages/server/src/app\\.ts$',
  ),
  'Only `store/open-store.ts` and `operator/` know which database it is.': {
    from: {
      path: '^packages/server/src/',
      pathNot: [databases, '/(operator/|store/open-store\\.ts$)'],
    },
    to: { path: databases },
  },
  'Folders `sqlite/` and `postgres/` import nothing of each other.': forbid(
    databases,
    databases,
    '^packages/server/src/(database|capture-log|store)/$2/',
  ),
  'A feature (a folder with routes) imports another through its `public.ts` alone.': forbid(
    `^packages/server/src/(${features}|seed|operator)/`,
    `^packages/server/src/(${features})/`,
    '^packages/server/src/$1/|/public\\.ts$',
  ),
};

module.exports = {
  forbidden: [...Object.entries(rules).map(named), ...Object.keys(levels).flatMap(levelRules)],
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

function named([comment, { from = {}, to }]) {
  return { name: comment.replaceAll(/\W+/g, '-'), comment, severity: 'error', from, to };
}

/** A rule for each level of a package, and one for files outside of all levels, so that a new folder needs one. */
function levelRules(name) {
  const root = `^packages/${name}/src/`;
  const paths = Object.keys(levels[name]).map((level) => {
    const parts = level.split(' ').map((part) => (/\.tsx?$/.test(part) ? `${part}$` : `${part}/`));
    return `${root}(${parts.join('|').replaceAll('.', '\\.')})`;
  });
  return [
    ...paths.map((path, index) => ({
      name: `level-${name}-${index + 1}`,
      comment: `${Object.keys(levels[name])[index]}: ${Object.values(levels[name])[index]}`,
      severity: 'error',
      from: { path },
      to: { path: root, pathNot: paths.slice(0, index + 1) },
    })),
    {
      name: `level-${name}-of-every-file`,
      severity: 'error',
      from: { path: root, pathNot: paths },
      to: {},
    },
  ];
}
