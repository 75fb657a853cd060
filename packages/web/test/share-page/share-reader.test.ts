import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ShareReader } from '../../src/share-page/share-reader.ts';

/** The page, as far as the reader asks it. */
let page: EventTarget & { hidden: boolean };
let asked: { url: string; init: RequestInit }[];
/** The next answers of the service. */
let answer: () => Response;
let reader: ShareReader;
let leaving: AbortController;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  page = Object.assign(new EventTarget(), { hidden: false });
  vi.stubGlobal('document', page);
  vi.stubGlobal('location', { origin: 'http://localhost' });
  asked = [];
  answer = () => shared('a');
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    asked.push({ url, init });
    return answer();
  });
  reader = new ShareReader('/s/secret');
  leaving = new AbortController();
});

afterEach(() => {
  leaving.abort();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function shared(path: string, headers: Record<string, string> = {}): Response {
  const receivedAt = '2026-03-01T12:00:00.000Z';
  const request = { method: 'POST', path, headers: [], query: [], body: { size: 0 }, receivedAt };
  return Response.json(
    { expiresAt: '2026-04-01T12:00:00.000Z', requests: [request] },
    { headers: { etag: `"${path}"`, ...headers } },
  );
}

const refused = (status: number, headers = {}) => new Response('{}', { status, headers });

async function begin(): Promise<void> {
  void reader.follow(leaving.signal);
  await vi.advanceTimersByTimeAsync(0);
}

test('it asks again with the tag of what it has, without cookies', async () => {
  await begin();
  expect(asked).toMatchObject([
    { url: '/api/shared/secret?limit=50', init: { credentials: 'omit', headers: {} } },
  ]);
  answer = () => new Response(null, { status: 304 });
  await vi.advanceTimersByTimeAsync(5000);
  expect(asked[1]?.init.headers).toEqual({ 'if-none-match': '"a"' });
  expect(reader.state.get()).toMatchObject({ kind: 'shown', loaded: { requests: { length: 1 } } });
});

test('a hidden page asks nothing, and looks as soon as it is seen', async () => {
  await begin();
  page.hidden = true;
  await vi.advanceTimersByTimeAsync(600_000);
  expect(asked.length).toBe(1);
  page.hidden = false;
  page.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(0);
  expect(asked.length).toBe(2);
});

test('failures are followed by growing pauses, and the service may ask for longer ones', async () => {
  await begin();
  answer = () => refused(503);
  await vi.advanceTimersByTimeAsync(5000);
  expect(reader.state.get()).toMatchObject({ kind: 'shown', isAway: true });
  await vi.advanceTimersByTimeAsync(9000);
  expect(asked.length).toBe(2);
  answer = () => refused(429, { 'retry-after': '100' });
  await vi.advanceTimersByTimeAsync(1000);
  expect(asked.length).toBe(3);
  page.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(99_000);
  expect(asked.length).toBe(3);
  answer = () => shared('a');
  await vi.advanceTimersByTimeAsync(1000);
  expect(reader.state.get().isAway).toBe(false);
});

test('nothing stays of a share that has ended, and nothing more is asked', async () => {
  await begin();
  answer = () => refused(404);
  await vi.advanceTimersByTimeAsync(5000);
  expect(reader.state.get()).toEqual({ kind: 'ended', isAway: false, isReadingOlder: false });
  await vi.advanceTimersByTimeAsync(600_000);
  expect(asked.length).toBe(2);
});

test('older ones are read from the place that the service names, by whatever name it knows itself', async () => {
  answer = () =>
    shared('b', {
      link: '<https://other.example/api/shared/secret?limit=50&before=P>; rel="next"',
    });
  await begin();
  answer = () => shared('a');
  await reader.readOlder();
  expect(asked[1]?.url).toBe('/api/shared/secret?limit=50&before=P');
  const { loaded } = reader.state.get();
  expect(loaded?.requests.map(({ request }) => request.path)).toEqual(['b', 'a']);
  expect(loaded?.next).toBeUndefined();
});

test('what is removed goes from older pages too, and one of them is asked for at a time', async () => {
  let stored = [...'fedcba'];
  const read: string[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const before = new URL(url, 'http://localhost').searchParams.get('before') ?? '~';
    const older = stored.filter((path) => path < before);
    const requests = older.slice(0, 2).map((path) => ({ path, body: { size: 0 } }));
    const etag = `"${before} ${older.slice(0, 3).join('')}"`;
    const isKnown = new Headers(init.headers).get('if-none-match') === etag;
    read.push(`${before}${isKnown ? ' unchanged' : ''}`);
    if (isKnown) return new Response(null, { status: 304 });
    const link = older.length > 2 && `<http://localhost/?before=${older[1]}>; rel="next"`;
    return Response.json({ expiresAt: '', requests }, { headers: { etag, ...(link && { link }) } });
  });
  const paths = () =>
    reader.state
      .get()
      .loaded?.requests.map(({ request }) => request.path)
      .join('');
  await begin();
  await reader.readOlder();
  await reader.readOlder();
  expect(paths()).toBe('fedcba');
  read.length = 0;
  for (let looks = 0; looks < 3; looks += 1) await vi.advanceTimersByTimeAsync(5000);
  const newest = '~ unchanged';
  expect(read).toEqual([newest, 'e unchanged', newest, 'c unchanged', newest]);
  stored = [...'fedba'];
  await vi.advanceTimersByTimeAsync(5000);
  expect(paths()).toBe('fedba');
  stored = [...'fedb'];
  for (let looks = 0; looks < 2; looks += 1) await vi.advanceTimersByTimeAsync(5000);
  expect(paths()).toBe('fedb');
  stored = [...'gfedb'];
  await vi.advanceTimersByTimeAsync(5000);
  expect(paths()).toBe('gfedb');
});
