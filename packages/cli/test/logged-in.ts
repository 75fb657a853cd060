import { forTest } from '../../server/test/kept-for.ts';
import { type TestServer, Visitor } from '../../server/test/start-server.ts';
import { Workplace } from './hookwell-process.ts';

/** A workplace for the test under way, whose user is logged in to a server. */
export interface LoggedIn {
  server: TestServer;
  workplace: Workplace;
  /** A client with the same credential. */
  visitor: Visitor;
}

/** Logged in by `hookwell login --guest`, as a guest of its own. */
export async function loggedInGuest(server: TestServer): Promise<LoggedIn> {
  const workplace = forTest(new Workplace());
  await workplace.output(['login', '--guest', '--url', server.url]);
  const { cookie } = workplace.storedLogins().credentials[server.url] ?? {};
  const visitor = new Visitor(server, cookie === undefined ? {} : { cookie });
  return { server, workplace, visitor };
}
