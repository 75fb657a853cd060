import { startAccount, type TestServer, withKey } from '../../../server/test/start-server.ts';

/** The environment of a program that uses the server with an API key. */
export async function credentialsFor(server: TestServer): Promise<Record<string, string>> {
  const { key = '' } = await withKey(await startAccount(server, 'plus'));
  return { HOOKWELL_URL: server.url, HOOKWELL_API_KEY: key };
}
