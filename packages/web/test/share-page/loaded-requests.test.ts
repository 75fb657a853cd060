import type { SharedRequest } from '@hookwell/client';
import { expect, test } from 'vitest';
import { type LoadedRequests, withPage } from '../../src/share-page/loaded-requests.ts';

function request(path: string, body: SharedRequest['body'] = { size: 0 }): SharedRequest {
  const receivedAt = '2026-03-01T12:00:00.000Z';
  return { method: 'POST', path, headers: [], query: [], body, receivedAt };
}

function pageOf(paths: string, next?: string) {
  const requests = [...paths].map((path) => request(path));
  return { expiresAt: '', requests, ...(next !== undefined && { next }) };
}

const withOlder = (loaded: LoadedRequests, page: ReturnType<typeof pageOf>) =>
  withPage(loaded, page, loaded.requests.length);
const pathsOf = ({ requests }: LoadedRequests) =>
  requests.map(({ request: { path } }) => path).join('');
const newOf = ({ requests }: LoadedRequests) =>
  requests.flatMap(({ request: { path }, isNew }) => (isNew ? [path] : [])).join('');

test('what arrives comes before what is loaded, which keeps its keys', () => {
  const first = withPage(undefined, pageOf('cba', '?before=a'));
  const older = withOlder(first, pageOf('zy', '?before=y'));
  const now = withPage(older, pageOf('edc', '?before=c'));
  expect(pathsOf(now)).toBe('edcbazy');
  expect(newOf(now)).toBe('ed');
  expect(now.next).toBe('?before=y');
  expect(now.requests.slice(2)).toEqual(older.requests);
});

test('what was removed is gone: from the page, and behind one that is the last', () => {
  const first = withPage(undefined, pageOf('dcba'));
  const fewer = withPage(first, pageOf('db'));
  expect(pathsOf(fewer)).toBe('db');
  expect(fewer.requests.map(({ key }) => key)).toEqual(
    [0, 2].map((index) => first.requests[index]?.key),
  );
  expect(pathsOf(withPage(fewer, pageOf('')))).toBe('');
});

test('of an older page what was removed is gone, and what follows stays', () => {
  const first = withPage(undefined, pageOf('fed', '?before=d'));
  const loaded = withOlder(withOlder(first, pageOf('cb', '?before=b')), pageOf('az', '?before=z'));
  const fewer = withPage(loaded, pageOf('ba', '?before=a'), 3);
  expect(pathsOf(fewer)).toBe('fedbaz');
  expect([newOf(fewer), fewer.next]).toEqual(['', '?before=z']);
  expect(pathsOf(withPage(loaded, pageOf('b'), 3))).toBe('fedb');
  const further = withPage(loaded, pageOf('zy', '?before=y'), 5);
  expect([pathsOf(further), further.next]).toEqual(['fedcbzy', '?before=y']);
});
