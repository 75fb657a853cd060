import { sign } from '@hookwell/core/signatures/sign';
import type { TestServer } from '../start-server.ts';

/** A request to an endpoint as its sender would make it. */
export interface SignedRequest {
  scheme: string;
  secret: string;
  body?: string | Uint8Array;
  /** `application/json` if absent. */
  contentType?: string;
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
  signing: SignedRequest,
): readonly string[] {
  const { scheme, secret, body = '{}', url, age = 0, event = 'push', id, settings } = signing;
  const contentType = ['content-type', signing.contentType ?? 'application/json'];
  const added = sign(
    { scheme, ...settings },
    secret,
    {
      method: 'POST',
      url: url ?? publicUrl(server, token),
      headers: contentType,
      body: Buffer.from(body),
    },
    { now: server.clock() - age, event, ...(id !== undefined && { id }) },
  );
  return [...added, ...contentType];
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
