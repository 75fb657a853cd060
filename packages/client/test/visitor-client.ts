import { HookwellClient } from '../src/index.ts';

/** A call of the client: method and path, without the query. */
export interface Sent {
  method: string;
  path: string;
}

/** A client with a session like a browser's, and its calls so far. */
export interface VisitorClient {
  client: HookwellClient;
  sent: Sent[];
}

const nothing = () => {};

/** Keeps the cookie that comes back, as a browser does for a page of the service. `before` may fail a call, and none is repeated. */
export function visit(
  { url: baseUrl }: { url: string },
  before: (url: string) => void = nothing,
): VisitorClient {
  let cookie: string | undefined;
  const sent: Sent[] = [];
  const client = new HookwellClient({
    baseUrl,
    retries: before === nothing ? undefined : 0,
    fetch: async (url, init) => {
      before(url);
      sent.push({ method: init.method ?? '', path: new URL(url).pathname });
      const headers = new Headers(init.headers);
      if (cookie !== undefined) headers.set('cookie', cookie);
      const response = await fetch(url, { ...init, headers });
      cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? cookie;
      return response;
    },
  });
  return { client, sent };
}

/** A guest's client. */
export async function visitAsGuest(server: { url: string }): Promise<HookwellClient> {
  const { client } = visit(server);
  await client.auth.guest();
  return client;
}
