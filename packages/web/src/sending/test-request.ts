import type { SampleRequest } from '@hookwell/client/samples';
import { isBodiless, methodRefusalOf, refusalOf } from './browser-headers.ts';
import { receiveAddress } from './receive-address.ts';

/** A header as somebody edits it. */
export interface HeaderRow {
  /** Tells rows apart while they are edited. */
  key: number;
  name: string;
  value: string;
}

/** A test request as somebody edits it. */
export interface TestRequest {
  method: string;
  /** Path and query after the receive URL. */
  suffix: string;
  headers: readonly HeaderRow[];
  body: string;
}

export interface TestRequestProblems {
  method?: string;
  suffix?: string;
}

let lastKey = 0;

export function headerRow(name = '', value = ''): HeaderRow {
  lastKey += 1;
  return { key: lastKey, name, value };
}

/** The sample, to be edited. */
export function testRequestOf(sample: SampleRequest): TestRequest {
  return {
    method: sample.method,
    suffix: sample.query,
    headers: sample.headers.map(([name, value]) => headerRow(name, value)),
    body: sample.body,
  };
}

/** A row in which nothing is written is none. */
export function isBlank({ name, value }: HeaderRow): boolean {
  return name.trim() === '' && value.trim() === '';
}

/** Why this row is not sent; `undefined` where it is, or where it is blank. */
export function rowRefusal(row: HeaderRow): string | undefined {
  return isBlank(row) ? undefined : refusalOf(row.name.trim(), row.value.trim());
}

/** Whether the service drops it before it stores the request (names that begin with X-). */
export function isDroppedByService({ name }: HeaderRow): boolean {
  return /^\s*x-/i.test(name);
}

/** What must be put right before it can be sent. Headers that cannot be sent are no obstacle: they stay behind. */
export function problemsOf(receiveUrl: string, request: TestRequest): TestRequestProblems {
  const method = methodRefusalOf(request.method.trim());
  const address = receiveAddress(receiveUrl, request.suffix);
  return {
    ...(method === undefined ? {} : { method }),
    ...(address.kind === 'problem' ? { suffix: address.sentence } : {}),
  };
}

/** What `fetch` is called with. The body goes as bytes: for a text it would add a Content-Type. */
export function fetchInitOf(request: TestRequest): RequestInit {
  const method = request.method.trim();
  const sent = request.headers.filter((row) => !isBlank(row) && rowRefusal(row) === undefined);
  const init: RequestInit = {
    method,
    headers: sent.map(({ name, value }): [string, string] => [name.trim(), value.trim()]),
    credentials: 'omit',
    redirect: 'manual',
    referrerPolicy: 'no-referrer',
  };
  // Asking for it adds headers of its own; only answers to these two are ever kept.
  if (isBodiless(method)) return { ...init, cache: 'no-store' };
  if (request.body === '') return init;
  return { ...init, body: new TextEncoder().encode(request.body) };
}
