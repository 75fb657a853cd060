import type * as contract from '@hookwell/core/api';
import { expectTypeOf, test } from 'vitest';
import type { PathValues } from '../src/http/address.ts';
import type {
  HookwellClient,
  RequestPage,
  StreamedRequest,
  StreamedSummary,
} from '../src/index.ts';

/*
 * `tsc` is what runs these: with Vitest they only show that they are there.
 */

test('queries are those of the contract', () => {
  type Page = NonNullable<Parameters<HookwellClient['requests']['page']>[0]>;
  expectTypeOf<keyof contract.PageQuery>().toExtend<keyof Page>();
  expectTypeOf<Required<contract.PageQuery>>().toExtend<
    Required<Pick<Page, 'limit' | 'before' | 'after'>>
  >();
  type Deliveries = NonNullable<Parameters<HookwellClient['endpoints']['deliveries']>[1]>;
  expectTypeOf<keyof contract.DeliveriesQuery>().toExtend<keyof Deliveries>();
  type Stream = NonNullable<Parameters<HookwellClient['stream']>[0]>;
  // Whoever gives `onChanged` asks for changes.
  expectTypeOf<Exclude<keyof contract.StreamQuery, 'changes'>>().toExtend<keyof Stream>();
});

test('the view decides the type of captured requests', () => {
  const check = (client: HookwellClient, view: 'summary' | undefined) => {
    type Full = contract.CapturedRequest;
    type Summary = contract.CapturedRequestSummary;
    const { requests } = client;
    expectTypeOf(requests.list()).resolves.toEqualTypeOf<Full[]>();
    expectTypeOf(requests.list({ endpoint: 'a' })).resolves.toEqualTypeOf<Full[]>();
    expectTypeOf(requests.list({ view: 'summary' })).resolves.toEqualTypeOf<Summary[]>();
    expectTypeOf(requests.list({ view })).resolves.toEqualTypeOf<(Full | Summary)[]>();
    expectTypeOf(requests.page({ limit: 1 })).resolves.toEqualTypeOf<RequestPage>();
    expectTypeOf(requests.page({ view: 'summary', limit: 1 })).resolves.toEqualTypeOf<
      RequestPage<'summary'>
    >();
    expectTypeOf<RequestPage['items']>().toEqualTypeOf<Full[]>();
    expectTypeOf<RequestPage<'summary'>['items']>().toEqualTypeOf<Summary[]>();
    expectTypeOf(requests.each()).toExtend<AsyncIterable<Full>>();
    expectTypeOf(requests.each({ view: 'summary' })).toExtend<AsyncIterable<Summary>>();
    expectTypeOf(client.stream()).toExtend<AsyncIterable<StreamedRequest>>();
    expectTypeOf(client.stream({ endpoint: 'a' })).toExtend<AsyncIterable<{ body: string }>>();
    expectTypeOf(client.stream({ view: 'summary' })).toExtend<AsyncIterable<StreamedSummary>>();
    expectTypeOf(client.stream({ view: 'summary' })).not.toExtend<
      AsyncIterable<{ body: string }>
    >();
    // @ts-expect-error there is no such view
    expectTypeOf(requests.list({ view: 'all' })).toBeObject();
  };
  expectTypeOf(check).toBeFunction();
});

test('calls give what the operations answer, and take their bodies', () => {
  type Client = HookwellClient;
  type Given<Call extends (...given: never[]) => unknown> = Awaited<ReturnType<Call>>;
  expectTypeOf<Given<Client['endpoints']['list']>>().toEqualTypeOf<contract.Endpoint[]>();
  expectTypeOf<Given<Client['requests']['get']>>().toEqualTypeOf<contract.CapturedRequest>();
  expectTypeOf<Given<Client['shares']['preview']>>().toEqualTypeOf<contract.SharedPreview>();
  expectTypeOf<Given<Client['auth']['logout']>>().toBeVoid();
  expectTypeOf<contract.Calls['register']['body']>().toEqualTypeOf<contract.EmailAndPassword>();
  expectTypeOf<keyof contract.Calls['listAudit']['query']>().toEqualTypeOf<'limit' | 'before'>();
  expectTypeOf<contract.Calls['deleteEndpoint']['answer']>().toBeNever();
});

test('addresses are made of the values in them', () => {
  expectTypeOf<keyof PathValues<'listEndpoints'>>().toBeNever();
  expectTypeOf<keyof PathValues<'getRequestBody'>>().toEqualTypeOf<'id'>();
  expectTypeOf<keyof PathValues<'deleteEndpoint'>>().toEqualTypeOf<'token'>();
});
