import {
  type ServerOptions,
  startServer,
  type TestServer,
  Visitor,
} from '../../server/test/start-server.ts';
import { Workplace } from './hookwell-process.ts';

/** A real server, and a workplace whose user is logged in to it. */
export interface LoggedIn extends AsyncDisposable {
  server: TestServer;
  workplace: Workplace;
  /** A client with the same credential. */
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
