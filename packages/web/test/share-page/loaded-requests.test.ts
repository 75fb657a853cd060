import type { SharedRequest } from '@hookwell/client';
import { expect, test } from 'vitest';
import {
  type LoadedRequests,
  withNewest,
  withOlder,
} from '../../src/share-page/loaded-requests.ts';

function request(path: string, body: SharedRequest['body'] = { size: 0 }): SharedRequest {
  const receivedAt = '2026-03-01T12:00:00.000Z';
  return { method: 'POST', path, headers: [], query: [], body, receivedAt };
}

function pageOf(paths: string, next?: string) {
  const requests = [...paths].map((path) => request(path));
  return { expiresAt: '', requests, ...(next !== undefined && { next }) };
}

const pathsOf = ({ requests }: LoadedRequests) =>
  requests.map(({ request: { path } }) => path).join('');
const newOf = ({ requests }: LoadedRequests) =>
  requests.flatMap(({ request: { path }, isNew }) => (isNew ? [path] : [])).join('');

test('what arrives comes before what is loaded, which keeps its keys', () => {
  const first = withNewest(undefined, pageOf('cba', '?before=a'));
  const older = withOlder(first, pageOf('zy', '?before=y'));
  const now = withNewest(older, pageOf('edc', '?before=c'));
  expect(pathsOf(now)).toBe('edcbazy');
  expect(newOf(now)).toBe('ed');
  expect(now.next).toBe('?before=y');
  expect(now.requests.slice(2)).toEqual(older.requests);
});

test('a page whose end is not known begins anew, with its own link', () => {
  const first = withOlder(withNewest(undefined, pageOf('cba', '?before=a')), pageOf('zy'));
  const now = withNewest(first, pageOf('hgf', '?before=f'));
  expect(pathsOf(now)).toBe('hgf');
  expect(now.next).toBe('?before=f');
});

test('what was removed is gone: from the page, and behind one that is the last', () => {
  const first = withNewest(undefined, pageOf('dcba'));
  const fewer = withNewest(first, pageOf('db'));
  expect(pathsOf(fewer)).toBe('db');
  expect(fewer.requests.map(({ key }) => key)).toEqual(
    [0, 2].map((index) => first.requests[index]?.key),
  );
  expect(pathsOf(withNewest(fewer, pageOf('')))).toBe('');
});

test('equal requests are as many as came', () => {
  const first = withNewest(undefined, pageOf('aaa', '?before=a'));
  const older = withOlder(first, pageOf('b'));
  expect(pathsOf(withNewest(older, pageOf('aaa', '?before=a')))).toBe('aaab');
});

test('no more is held than a page can hold', () => {
  const long = request('l', { size: 2 ** 20, text: 'x'.repeat(2 ** 20) });
  let loaded = withNewest(undefined, { expiresAt: '', requests: [long], next: '?before=1' });
  for (let count = 1; count < 60 && !loaded.isFull; count += 1)
    loaded = withOlder(loaded, { expiresAt: '', requests: [long], next: '?before=1' });
  expect(loaded.isFull).toBe(true);
  expect(loaded.requests.length).toBe(47);
  expect(loaded.next).toBeUndefined();
  const full = withNewest(undefined, pageOf('a'.repeat(1001), '?before=1'));
  expect(full).toMatchObject({ isFull: true, requests: { length: 1000 } });
});
