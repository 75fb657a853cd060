const reasons: Readonly<Record<string, readonly string[]>> = {
  'packaging/test/pipelines.test.ts runs the page as a whole': ['docs/ci.md'],
  'examples.system.test.ts follows the page as a whole': ['docs/desk.md'],
  'it asks before it deletes, or for a credential, and nobody answers without a terminal': [
    'hookwell login --url https://hooks.example.org',
    'hookwell register',
    'hookwell endpoints delete 0h2v8q6c1d7x5m3k9r4t8w2y6b',
    'hookwell endpoints regenerate',
    'hookwell requests clear 0h2v8q6c1d7x5m3k9r4t8w2y6b',
    'npx hookwell apply hookwell.yaml --prune',
  ],
  'it needs a code of the page; handing-over.screens.test.ts has some': [
    'hookwell login --code 4fTq0ZxWk8c2Rm5JvB1uNd',
    "npx --yes 'https://hooks.example.org/hookwell.tgz' login --url https://hooks.example.org --code 4fTq0ZxWk8c2Rm5JvB1uNd",
  ],
  'it needs a request that a target did not take; test/forwarding/replay.test.ts has some': [
    'hookwell replay --failed',
  ],
  'it needs the session of a registered account; test/share-and-team.test.ts has one': [
    'hookwell share create 4211',
    'hookwell share create "Shop orders" --days 30 --field tax_id',
    'hookwell share list',
    'hookwell share revoke 3',
    'npx hookwell share create 4211 --days 30 --field tax_id',
  ],
  'it needs a request that comes later': [
    'hookwell wait 0h2v8q6c1d7x5m3k9r4t8w2y6b --match "method:POST path=/paid" --since now --json',
  ],
  'it needs requests that Stripe and Twilio signed; test/signatures has them': [
    'hookwell verify --request 4211 --scheme stripe --secret-env NEW_SECRET --secret-env OLD_SECRET',
    'hookwell verify --request 4211 --scheme twilio --secret-env TWILIO_TOKEN --public-url https://shop.example/sms',
  ],
  'it needs an event of a payment provider; test/billing.test.ts has them': [
    'hookwell billing replay evt_1PqR2sT3uV4wX5yZ',
  ],
  'it needs PostgreSQL; test/postgres-migrate-store.system.test.ts has one': [
    'hookwell migrate-store --from sqlite:./data/hookwell.db --to postgres://hookwell@localhost/hookwell',
    'npx hookwell migrate-store --from sqlite:./data/hookwell.db --to postgres://localhost/hookwell',
  ],
  'tests/torture/torture.system.test.ts runs what it does, for a shorter time': ['docs/proof.md'],
  'it is for another shell': [
    'hookwell completion fish | source',
    'source <(hookwell completion zsh)',
  ],
  'it builds, tests or installs the whole project': [
    'npm ci && npm start',
    'npm ci && npm test',
    'npm ci && npm run build',
    'npm install --save-dev ~/hookwell/dist/packages/hookwell-0.1.0.tgz',
    'npm install --save-dev ~/hookwell/dist/packages/hookwell-client-0.1.0.tgz',
  ],
  'it needs the image, or the one file, which the tests of deploy/ and packaging/ make': [
    'docker build -f deploy/Dockerfile -t hookwell .',
    'docker run --detach --name hookwell --publish 8080:8080 --volume hookwell:/data hookwell',
    'docker exec hookwell hookwell account list',
    'chmod +x hookwell',
    './hookwell serve',
    'URL=$(./hookwell endpoints create --name Shop)',
    './hookwell listen "$URL" --forward http://localhost:3000/hook',
  ],
};

/** The examples, or whole pages, that do not run in a folder beside a service, and why. */
export const elsewhere: ReadonlyMap<string, string> = new Map(
  Object.entries(reasons).flatMap(([reason, examples]) =>
    examples.map((example) => [example, reason] as const),
  ),
);
