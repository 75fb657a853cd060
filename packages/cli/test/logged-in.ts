import { forTest } from '../../server/test/kept-for.ts';
import {
  type ServerOptions,
  startServer,
  type TestServer,
  Visitor,
} from '../../server/test/start-server.ts';
import { Workplace } from './hookwell-process.ts';

/** A real server, and a workplace whose user is logged in to it, for the test under way. */
export interface LoggedIn {
  server: TestServer;
  workplace: Workplace;
  /** A client with the same credential. */
  visitor: Visitor;
}

/** Logged in by `hookwell login --guest`. */
export async function loggedInGuest(options?: ServerOptions): Promise<LoggedIn> {
  const server = forTest(await startServer(options));
  const workplace = forTest(new Workplace());
  await workplace.output(['login', '--guest', '--url', server.url]);
  const { cookie } = workplace.storedLogins().credentials[server.url] ?? {};
  const visitor = new Visitor(server, cookie === undefined ? {} : { cookie });
  return { server, workplace, visitor };
}
