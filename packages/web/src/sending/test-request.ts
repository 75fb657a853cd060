import type { SampleRequest } from '@hookwell/client/samples';
import { isBodiless, methodRefusalOf, refusalOf } from './browser-headers.ts';

export interface HeaderRow {
  /** Tells rows apart while they are edited. */
  key: number;
  name: string;
  value: string;
}

export interface SentRequest {
  method: string;
  /** The path and query after the receive URL. */
  suffix: string;
  headers: readonly HeaderRow[];
  body: string | Uint8Array<ArrayBuffer>;
}

export interface TestRequest extends SentRequest {
  body: string;
}

let lastKey = 0;

/** A number that tells parts apart while they are edited. */
export function nextKey(): number {
  lastKey += 1;
  return lastKey;
}

export function headerRow(name = '', value = ''): HeaderRow {
  return { key: nextKey(), name, value };
}

/** Makes a sample editable. */
export function testRequestOf(sample: SampleRequest): TestRequest {
  return {
    method: sample.method,
    suffix: sample.query,
    headers: sample.headers.map(([name, value]) => headerRow(name, value)),
    body: sample.body,
  };
}

/** Whether nothing is written in the row. Such rows do not count. */
export function isBlank({ name, value }: HeaderRow): boolean {
  return name.trim() === '' && value.trim() === '';
}

/** Gives the reason why this row is not sent, or `undefined` if it is sent or blank. */
export function rowRefusal(row: HeaderRow): string | undefined {
  return isBlank(row) ? undefined : refusalOf(row.name.trim(), row.value.trim());
}

/** Whether the service drops the header, since its name begins with X-. */
export function isDroppedByService({ name }: HeaderRow): boolean {
  return /^\s*x-/i.test(name);
}

/** Finds the problems that keep the request from being sent. Headers that cannot be sent are left out instead. */
export function problemsOf(receiveUrl: string, request: TestRequest) {
  const method = methodRefusalOf(request.method.trim());
  const address = receiveAddress(receiveUrl, request.suffix);
  return { method, suffix: address.kind === 'problem' ? address.sentence : undefined };
}

/**
 * The options for `fetch`. The body is a blob: `fetch` adds a Content-Type to a text, and holds the page up for a second to copy 20 MB
 * of bytes.
 */
export function fetchInitOf(request: SentRequest): RequestInit {
  const method = request.method.trim();
  const sent = request.headers.filter((row) => !isBlank(row) && rowRefusal(row) === undefined);
  const init: RequestInit = {
    method,
    headers: sent.map(({ name, value }): [string, string] => [name.trim(), value.trim()]),
    credentials: 'omit',
    redirect: 'manual',
    referrerPolicy: 'no-referrer',
  };
  // Browsers cache answers to these two methods alone. For others, this option would only add headers.
  if (isBodiless(method)) return { ...init, cache: 'no-store' };
  const { body } = request;
  return body.length === 0 ? init : { ...init, body: new Blob([body]) };
}

type ReceiveAddress = { kind: 'address'; url: string } | { kind: 'problem'; sentence: string };

/**
 * Adds a path and a query to the receive URL: `/orders?page=2`, `?page=2`, or nothing. A path without a slash at its
 * beginning gets one.
 */
export function receiveAddress(receiveUrl: string, typed: string): ReceiveAddress {
  const suffix = typed.trim();
  if (suffix.includes('#')) {
    return problem('A # and the text after it are never sent. Write it as %23.');
  }
  const slash = suffix === '' || /^[/?]/.test(suffix) ? '' : '/';
  const whole = `${receiveUrl}${slash}${suffix}`;
  // Browsers resolve `..` before they send anything.
  if (!URL.canParse(whole) || !isBelow(new URL(whole).href, new URL(receiveUrl).href)) {
    return problem('This would leave the receive URL.');
  }
  return { kind: 'address', url: new URL(whole).href };
}

function isBelow(address: string, receiveUrl: string): boolean {
  return address.startsWith(receiveUrl) && /^([/?]|$)/.test(address.slice(receiveUrl.length));
}

function problem(sentence: string): ReceiveAddress {
  return { kind: 'problem', sentence };
}
