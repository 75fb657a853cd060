import {
  type BodySchema,
  type CapturedRequest,
  type CapturedRequestSummary,
  type ClientOptions,
  type Delivery,
  type DeliveryAttempt,
  describeVerdict,
  type EndpointHandle,
  type EndpointSettings,
  type EventPage,
  type ExactRequest,
  ExpectationError,
  type Finding,
  type Grade,
  type HookwellClient,
  HookwellError,
  judge,
  type Listener,
  MatchError,
  matches,
  type ParsedMatch,
  parseExpectations,
  parseMatch,
  pinnedSchemaOf,
  planSends,
  type ReplayedRequest,
  RestoreError,
  type SignatureFinding,
  type StreamedRequest,
  type StreamedSummary,
  type TemporaryEndpoint,
  typescriptOf,
  type Verdict,
  WaitError,
} from '@hookwell/client';
import type { asCurl } from '@hookwell/client/copying';
import type { findSample, SampleRequest, samples } from '@hookwell/client/samples';
import { type Same, sure } from './expect-type.js';

/*
 * The public surface of the built package, as the compiler of its users sees it. Nothing here ever runs.
 */

export async function calls(client: HookwellClient): Promise<void> {
  const created = await client.endpoints.create({ timeout: 5000, retries: 0 });
  const list = await client.requests.list({ endpoint: created.token });
  const summaries = await client.requests.list({ view: 'summary' });
  const page = await client.requests.page({ limit: 10, match: 'method:POST' });
  const bytes = await client.requests.body(1);
  const principal = await client.auth.me();
  const exact = await client.requests.exact(page.items[0] ?? 1);
  const faults = { duplicate: 2, shuffle: true, drop: 0.1, seed: planSends(10).seed };
  const replay = await client.replay([1, exact, ...page.items], new URL('http://h/'), faults);
  sure<
    [
      Same<(typeof created)['url'], string>,
      Same<(typeof replay)['answers'], ReplayedRequest[]>,
      Same<(typeof exact)['answer'], string | undefined>,
      Same<typeof list, CapturedRequest[]>,
      Same<typeof summaries, CapturedRequestSummary[]>,
      Same<(typeof page)['items'], CapturedRequest[]>,
      Same<CapturedRequest['headers'], Record<string, string>>,
      Same<CapturedRequest['path'], string | undefined>,
      Same<(typeof principal)['plan'], 'free' | 'plus' | 'enterprise'>,
      Same<typeof exact, ExactRequest>,
      Same<(typeof exact)['headers'], [name: string, value: string][]>,
      Same<typeof bytes, Awaited<ReturnType<HookwellClient['requests']['body']>>>,
    ]
  >();
  bytes.byteLength.toFixed();
  // @ts-expect-error there is no such view
  await client.requests.list({ view: 'all' });
  // @ts-expect-error ids are numbers
  await client.requests.get('1');
}

export async function streams(client: HookwellClient): Promise<void> {
  const stream = client.stream({
    endpoint: 'a',
    match: 'b',
    after: 1,
    onState: ({ state }) => state.at(0),
  });
  for await (const request of stream) sure<[Same<typeof request, StreamedRequest>]>();
  const brief = client.stream({ view: 'summary' });
  for await (const request of brief) sure<[Same<typeof request, StreamedSummary>]>();
  stream.wake();
  sure<[Same<(typeof stream)['lastId'], number>]>();
  // @ts-expect-error only the client changes it
  stream.lastId = 1;
}

export async function waiting(client: HookwellClient, signal: AbortSignal): Promise<void> {
  const handle = client.endpoint('token');
  const one = await handle.waitFor('method:POST', { timeout: 0, after: 1, signal });
  const any = await handle.waitFor();
  const two = await handle.waitForCount(2, 'has:json');
  const none = await handle.expectNone('', { for: 100 });
  const temporary = await client.temporaryEndpoint({ name: 'a test', retries: 0 });
  sure<
    [
      Same<typeof handle, EndpointHandle>,
      Same<typeof one, StreamedRequest>,
      Same<typeof any, StreamedRequest>,
      Same<typeof two, StreamedRequest[]>,
      Same<typeof none, void>,
      Same<typeof temporary, TemporaryEndpoint>,
      Same<(typeof temporary)['url'], string>,
    ]
  >();
  const isHandle: EndpointHandle = temporary;
  const isDisposable: AsyncDisposable = temporary;
  // @ts-expect-error nobody can tell how long none is expected
  await handle.expectNone('');
  // @ts-expect-error only a text is a match
  await handle.waitFor({ method: 'POST' });
  // @ts-expect-error a count comes first
  await handle.waitForCount('');
  return void [isHandle, isDisposable];
}

export async function answering(endpoint: TemporaryEndpoint, signal: AbortSignal): Promise<void> {
  const listener: Listener = await endpoint.onRequest(({ body }) => ({ status: 200, body }), {
    match: 'method:POST',
    wait: 5000,
    signal,
  });
  await endpoint.onRequest(async ({ id }) => {
    await endpoint.answer(id, { status: 202, headers: { etag: '"a"' }, bodyBase64: 'AAH/' });
  });
  await using _other = await endpoint.onRequest(() => undefined);
  // @ts-expect-error an answer has a status
  await endpoint.onRequest(() => ({ body: 'none' }));
  await listener.close();
}

export async function grading(client: HookwellClient, endpoint: EndpointHandle): Promise<void> {
  const calls = client.endpoints.settings('token');
  const settings = await calls.get();
  const now = await calls.put({
    ...settings,
    replies: [{ plan: ['500', '200'] }],
    delivery: 'one',
  });
  const { items, next } = await client.endpoints.deliveries('token', { limit: 10, before: 1 });
  const grade = await endpoint.grade({
    plan: ['500', '200'],
    expect: 'attempts>=2',
    timeout: 1000,
    trigger: async () => 1,
    onAttempt: ({ answer }, index) => answer.at(index),
    onSettings: (state) => state === 'restored',
  });
  const verdict = judge(items, parseExpectations('same-id'), { now: 1, isOver: true });
  sure<
    [
      Same<typeof settings, EndpointSettings>,
      Same<typeof now, EndpointSettings>,
      Same<
        Exclude<NonNullable<EndpointSettings['replies']>[number], { handshake: string }>['headers'],
        Record<string, string> | undefined
      >,
      Same<NonNullable<EndpointSettings['verify']>['scheme'], string>,
      Same<NonNullable<StreamedRequest['signature']>, SignatureFinding>,
      Same<StreamedRequest['event'], string | undefined>,
      Same<typeof items, Delivery[]>,
      Same<Delivery['outcome'], 'accepted' | 'open'>,
      Same<(typeof next & object)['before'], number | undefined>,
      Same<typeof grade, Grade>,
      Same<Grade['attempts'], readonly DeliveryAttempt[]>,
      Same<typeof verdict, Verdict>,
      Same<Verdict['findings'], readonly Finding[]>,
    ]
  >();
  describeVerdict(grade).at(0);
  // @ts-expect-error a grade needs expectations
  await endpoint.grade({ plan: '500' });
  await calls.put({ verify: { scheme: 'github', secrets: ['s', { hint: '…k3f9' }] } });
  // @ts-expect-error a plan is a list in settings
  await calls.put({ replies: [{ plan: '500' }] });
}

export async function shapes({ endpoints }: HookwellClient): Promise<string> {
  const page = await endpoints.events('token', { before: 1 });
  const schema = await endpoints.schema('token', { event: 'a', match: 'b', limit: 1 });
  const events = { a: pinnedSchemaOf(schema), b: false };
  const { events: now } = await endpoints.contract('token').put({ events });
  sure<[Same<typeof page, EventPage>, Same<typeof schema, BodySchema>]>();
  // @ts-expect-error a schema is no text
  await endpoints.contract('token').put({ events: { a: 'object' } });
  Object.keys(now).at(0);
  return typescriptOf(schema, page.items[0]?.event);
}

export async function matching(request: StreamedRequest): Promise<void> {
  const found = await matches('method:POST', request);
  const parsed = parseMatch('method:POST');
  sure<
    [
      Same<typeof found, boolean>,
      Same<typeof parsed, ParsedMatch>,
      Same<(typeof parsed)['terms'][number]['isNegated'], boolean>,
    ]
  >();
}

export function failures(error: unknown): void {
  if (error instanceof HookwellError) {
    sure<[Same<typeof error.status, number>, Same<typeof error.retryAfter, number | undefined>]>();
  }
  if (error instanceof MatchError) {
    sure<[Same<typeof error.start, number>, Same<typeof error.end, number>]>();
  }
  if (error instanceof ExpectationError) {
    sure<[Same<typeof error.start, number>, Same<typeof error.end, number>]>();
  }
  if (error instanceof RestoreError) {
    sure<
      [Same<typeof error.settings, EndpointSettings>, Same<typeof error.grade, Grade | undefined>]
    >();
  }
  if (error instanceof WaitError) {
    sure<
      [
        Same<typeof error.received, readonly StreamedRequest[]>,
        Same<typeof error.matched, readonly StreamedRequest[]>,
        Same<typeof error.nearest, StreamedRequest | undefined>,
        Same<typeof error.timeout, number>,
      ]
    >();
  }
}

export const options: ClientOptions[] = [
  {},
  { baseUrl: 'https://hooks.example.org', apiKey: 'wh-1', timeout: 1, retries: 0, waitTimeout: 1 },
  { fetch: globalThis.fetch },
  // @ts-expect-error it is called baseUrl
  { url: 'https://hooks.example.org' },
];

sure<
  [
    Same<typeof samples, readonly SampleRequest[]>,
    Same<ReturnType<typeof findSample>, SampleRequest | undefined>,
    Same<ReturnType<typeof asCurl>, string>,
  ]
>();
