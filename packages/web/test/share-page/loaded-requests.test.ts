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

test('a page whose end is not known begins anew, with its own link', () => {
  const first = withOlder(withPage(undefined, pageOf('cba', '?before=a')), pageOf('zy'));
  const now = withPage(first, pageOf('hgf', '?before=f'));
  expect(pathsOf(now)).toBe('hgf');
  expect(now.next).toBe('?before=f');
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

test('equal requests are as many as came', () => {
  const first = withPage(undefined, pageOf('aaa', '?before=a'));
  const older = withOlder(first, pageOf('b'));
  expect(pathsOf(withPage(older, pageOf('aaa', '?before=a')))).toBe('aaab');
});

test('no more is held than a page can hold', () => {
  const long = request('l', { size: 2 ** 20, text: 'x'.repeat(2 ** 20) });
  let loaded = withPage(undefined, { requests: [long], next: '?before=1' });
  for (let count = 1; count < 60 && !loaded.isFull; count += 1)
    loaded = withOlder(loaded, { expiresAt: '', requests: [long], next: '?before=1' });
  expect(loaded.isFull).toBe(true);
  expect(loaded.requests.length).toBe(47);
  expect(loaded.next).toBeUndefined();
  const full = withPage(undefined, pageOf('a'.repeat(1001), '?before=1'));
  expect(full).toMatchObject({ isFull: true, requests: { length: 1000 } });
});
