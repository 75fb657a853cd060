import { hash } from 'node:crypto';
import { type TestServer, Visitor } from '../../start-server.ts';

/** Credentials that a browser or a program keeps, whichever server it talks to. */
export type Credentials = Pick<Visitor, 'cookie' | 'key'>;

/** Everything that a visitor sees. */
export interface Shown {
  me: unknown;
  endpoints: unknown;
  keys: unknown;
  list: unknown;
  /** The SHA-256 of body and wire view, so that a difference of one byte in five million is found quickly. */
  captures: { id: number; single: unknown; body: string; wire: string }[];
}

type Server = Pick<TestServer, 'url'>;

export async function everythingShown(
  server: Server,
  visitors: Record<string, Credentials>,
): Promise<Record<string, Shown>> {
  const shown: Record<string, Shown> = {};
  for (const [name, credentials] of Object.entries(visitors)) {
    shown[name] = await shownTo(visitorAt(server, credentials));
  }
  return shown;
}

export function visitorAt(server: Server, { cookie, key }: Credentials): Visitor {
  return new Visitor(server, {
    ...(cookie === undefined ? {} : { cookie }),
    ...(key === undefined ? {} : { key }),
  });
}

async function shownTo(visitor: Visitor): Promise<Shown> {
  const list: { id: number }[] = await visitor.ask(200, 'GET', '/api/requests');
  const captures: Shown['captures'] = [];
  for (const { id } of list) {
    captures.push({
      id,
      single: await visitor.ask(200, 'GET', `/api/requests/${id}`),
      body: await checksum(visitor, `/api/requests/${id}/body`),
      wire: await checksum(visitor, `/api/requests/${id}/wire`),
    });
  }
  return {
    me: await json(visitor, '/api/auth/me'),
    endpoints: await json(visitor, '/api/endpoints'),
    keys: await json(visitor, '/api/keys'),
    list,
    captures,
  };
}

/** Some visitors may not ask for everything: a refusal is an answer as well. */
async function json(visitor: Visitor, path: string): Promise<unknown> {
  const response = await visitor.call('GET', path);
  return { status: response.status, body: await response.json() };
}

async function checksum(visitor: Visitor, path: string): Promise<string> {
  const response = await visitor.call('GET', path);
  return `${response.status} ${hash('sha256', await response.bytes())}`;
}
