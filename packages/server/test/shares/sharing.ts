import type { NewShare, SharedRequest } from '@hookwell/core/api';
import { createRandomSecret, hashSecret } from '../../src/random-secret.ts';
import type { TestServer, Visitor } from '../start-server.ts';

/** A share, as its owner made it. */
export interface MadeShare {
  id: number;
  secret: string;
}

/** Shares an endpoint, or one request of it. */
export async function share(
  owner: Visitor,
  what: Pick<NewShare, 'request' | 'endpoint'>,
  options: Partial<NewShare> = {},
): Promise<MadeShare> {
  const asked = { days: 1, redact: 'secrets', ...what, ...options };
  const { id, url } = await owner.ask(201, 'POST', '/api/shares', asked);
  return { id, secret: url.slice(url.lastIndexOf('/') + 1) };
}

export interface ShownPage {
  status: number;
  headers: Headers;
  /** Everything that a reader gets, but for what each answer has of its own. */
  text: string;
  requests: SharedRequest[];
  /** The query of the next page. */
  next: string | undefined;
}

/** Reads a page as a stranger does. */
export async function shown(
  { url }: { url: string },
  secret: string,
  { query = '', method = 'GET', headers = {} }: ReadOptions = {},
): Promise<ShownPage> {
  const response = await fetch(`${url}/api/shared/${secret}${query}`, { method, headers });
  const text = await response.text();
  const link = /^<[^?>]*(\?[^>]*)>; rel="next"$/.exec(response.headers.get('link') ?? '');
  return {
    status: response.status,
    headers: response.headers,
    text,
    requests: response.status === 200 && text !== '' ? JSON.parse(text).requests : [],
    next: link?.[1],
  };
}

interface ReadOptions {
  query?: string;
  method?: string;
  headers?: Record<string, string>;
}

/** Reads all pages, newest first. */
export async function allShown(
  server: { url: string },
  secret: string,
  query = '',
): Promise<SharedRequest[]> {
  const all: SharedRequest[] = [];
  for (let next: string | undefined = query; next !== undefined; ) {
    const page: ShownPage = await shown(server, secret, { query: next });
    if (page.status !== 200) throw new Error(`${page.status}: ${page.text}`);
    all.push(...page.requests);
    next = page.next;
  }
  return all;
}

/** An answer without what each has of its own. */
export function comparable({ status, headers, text }: ShownPage): unknown {
  const own = ['date', 'x-request-id', 'keep-alive', 'connection'];
  return { status, text, headers: [...headers].filter(([name]) => !own.includes(name)) };
}

/** Gives an account so many shares of an endpoint, or of one request of it, at once and without their addresses. */
export async function plantShares(
  { store: { db }, clock }: Pick<TestServer, 'store' | 'clock'>,
  accountId: number,
  { token, request }: { token: string; request?: number },
  count: number,
): Promise<void> {
  const { id } = await db
    .selectFrom('endpoint')
    .select('id')
    .where('token', '=', token)
    .executeTakeFirstOrThrow();
  const rows = Array.from({ length: count }, () => ({
    ...{ account_id: accountId, created_by: accountId, endpoint_id: id },
    ...{ capture_id: request ?? null, redact: 'secrets' as const, fields: '[]' },
    secret_hash: hashSecret(createRandomSecret()),
    created_at: clock(),
    expires_at: clock() + 86_400_000,
  }));
  await db.insertInto('share').values(rows).execute();
}
