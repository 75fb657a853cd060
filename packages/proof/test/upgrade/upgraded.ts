import { testSecretsKey } from '../../../server/test/secrets-key.ts';
import type { ServerOptions } from '../../../server/test/start-server.ts';
import type { FixtureFacts } from '../../src/upgrade/fixture.ts';

/** Settings of a server of today on the database of a fixture. Its clock goes on where the older version's stood. */
export function onFixture(
  databaseUrl: string,
  { askedAt }: FixtureFacts,
): ServerOptions & { databaseUrl: string } {
  const startedAt = performance.now();
  return {
    databaseUrl,
    clock: () => Math.round(askedAt + performance.now() - startedAt),
    environment: { HOOKWELL_SECRETS_KEY: testSecretsKey },
  };
}

/** The newest schema may have been made by the code as it is; every other one has a version of its own. */
export function numbersThrough(newest: number): number[] {
  return Array.from({ length: newest }, (_, index) => index + 1);
}
