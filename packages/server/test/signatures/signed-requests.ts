import { sign } from '@hookwell/signatures/sign';
import type { TestServer } from '../start-server.ts';

/** A request to an endpoint as its sender would make it. */
export interface SignedRequest {
  scheme: string;
  secret: string;
  body?: string | Uint8Array;
  /** The address that the sender was given; that of the test's server if absent. */
  url?: string;
  /** In milliseconds. */
  age?: number;
  event?: string;
  id?: string;
  /** More members of the scheme's settings. */
  settings?: object;
}

/** The headers that the sender adds, `[name, value, …]`. */
export function signedHeaders(
  server: TestServer,
  token: string,
  { scheme, secret, body = '{}', url, age = 0, event = 'push', id, settings }: SignedRequest,
): readonly string[] {
  return sign(
    { scheme, ...settings },
    secret,
    {
      method: 'POST',
      url: url ?? publicUrl(server, token),
      headers: ['Content-Type', 'application/json'],
      body: Buffer.from(body),
    },
    { now: server.clock() - age, event, ...(id !== undefined && { id }) },
  );
}

/** The address that the server tells for an endpoint. */
export function publicUrl(server: TestServer, token: string): string {
  return `http://127.0.0.1:${new URL(server.url).port}/wh/${token}`;
}

export function headerRecord(headers: readonly string[]): Record<string, string> {
  const record: Record<string, string> = { 'content-type': 'application/json' };
  for (let at = 0; at < headers.length; at += 2) record[headers[at] ?? ''] = headers[at + 1] ?? '';
  return record;
}
