import {
  type ServerOptions,
  startServer,
  type TestServer,
  Visitor,
} from '../../server/test/start-server.ts';
import { Workplace } from './hookwell-process.ts';

/** A real server, and a workplace where somebody is logged in to it. */
export interface LoggedIn extends AsyncDisposable {
  server: TestServer;
  workplace: Workplace;
  /** The same guest or account, by the API itself. */
  visitor: Visitor;
}

/** Logged in by `hookwell login --guest`. */
export async function loggedInGuest(options?: ServerOptions): Promise<LoggedIn> {
  await using stack = new AsyncDisposableStack();
  const server = stack.use(await startServer(options));
  const workplace = stack.use(new Workplace());
  await workplace.output(['login', '--guest', '--url', server.url]);
  const { cookie } = workplace.storedLogins().credentials[server.url] ?? {};
  const visitor = new Visitor(server, cookie === undefined ? {} : { cookie });
  const kept = stack.move();
  return { server, workplace, visitor, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}
