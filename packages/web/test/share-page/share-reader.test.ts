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
