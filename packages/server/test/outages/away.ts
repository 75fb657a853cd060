import { expect } from 'vitest';
import { password, type Visitor } from '../start-server.ts';

const login = { email: 'nobody@example.com', password };

/** Reads and writes of every kind that need the database. */
const calls: readonly [method: string, path: string, body?: object][] = [
  ['GET', '/readyz'],
  ['GET', '/api/auth/me'],
  ['GET', '/api/endpoints'],
  ['GET', '/api/requests'],
  ['GET', '/api/requests?limit=10'],
  ['GET', '/api/requests/1'],
  ['GET', '/api/sse'],
  ['POST', '/api/endpoints'],
  ['DELETE', '/api/requests/1'],
  ['DELETE', '/api/requests'],
  ['POST', '/api/auth/login', login],
  ['POST', '/api/auth/register', login],
];

/** Expects every call that needs the database to fail while it is away. */
async function expectUnavailable(visitor: Visitor): Promise<void> {
  const answers = calls.map(async ([method, path, body]) => {
    const response = await visitor.call(method, path, body);
    expect(response.headers.get('retry-after'), `${method} ${path}`).toBe('1');
    expect(await response.json()).toEqual({ error: expect.any(String) });
    return { method, path, status: response.status };
  });
  const alive = await fetch(`${visitor.server.url}/healthz`);
  expect(alive.status).toBe(200);
  expect(await Promise.all(answers)).toEqual(
    calls.map(([method, path]) => ({ method, path, status: 503 })),
  );
}

export async function isReady({ server }: Visitor): Promise<boolean> {
  return (await fetch(`${server.url}/readyz`)).status === 200;
}
