import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { environment as payments } from '../../../server/test/billing/payment-provider.ts';
import { freePort } from '../../../server/test/postgres/free-port.ts';
import { testSecretsKey } from '../../../server/test/secrets-key.ts';
import { ServiceNode } from '../../src/world/node.ts';

const settings = {
  ...payments,
  HOOKWELL_AUTH_RATE_LIMIT: '0',
  HOOKWELL_LOG_LEVEL: 'warn',
  // Keys can be had before there were payments.
  HOOKWELL_SIGNUP_PLAN: 'plus',
  HOOKWELL_SECRETS_KEY: testSecretsKey,
};

/** A server of the version in this folder, whose packages are installed. `await using` ends it. */
export async function startVersion(folder: string, databaseUrl: string): Promise<ServiceNode> {
  const server = join(folder, 'packages/server/src');
  const known = readFileSync(join(server, 'config.ts'), 'utf8');
  // A server refuses settings that it does not know.
  const environment = Object.fromEntries(
    Object.entries(settings).filter(([name]) => known.includes(`'${name}'`)),
  );
  const node = new ServiceNode(
    0,
    await freePort(),
    { ...environment, HOOKWELL_DATABASE_URL: databaseUrl },
    undefined,
    undefined,
    join(server, 'main.ts'),
  );
  await node.start();
  return node;
}

/** The commit of the folder and its first line. */
export function commitOf(folder: string): string {
  return execFileSync('git', ['-C', folder, 'log', '-1', '--format=%h %s'], {
    encoding: 'utf8',
  }).trim();
}
