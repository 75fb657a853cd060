import type * as contract from '@hookwell/contract';
import type { Static, TSchema } from 'typebox';
import { describe, expectTypeOf, test } from 'vitest';
import type { JsonAnswers, PathValues } from '../src/contract/routes.ts';
import type {
  HookwellClient,
  RequestPage,
  StreamedRequest,
  StreamedSummary,
} from '../src/index.ts';

/*
 * `tsc` is what runs these: with Vitest they only show that they are there.
 */

type Operations = typeof contract.operations;
type JsonOf<Answer> = Answer extends { content: { 'application/json': { schema: infer Schema } } }
  ? Schema extends TSchema
    ? Static<Schema>
    : never
  : never;
type Response<Name extends keyof Operations> = Operations[Name]['schema']['response'];
/** The JSON answer of an operation that succeeds; `never` if the answer is something else. */
type AnswerOf<Name extends keyof Operations> = JsonOf<
  Response<Name>[keyof Response<Name> & (200 | 201)]
>;

type BodyOf<Name extends keyof Operations> = Operations[Name]['schema'] extends {
  body: infer Schema;
}
  ? Schema extends TSchema
    ? Static<Schema>
    : never
  : never;

describe('the results of calls have the types of the contract', () => {
  test('for every operation that answers JSON', () => {
    type Answering = {
      [Name in keyof Operations as [AnswerOf<Name>] extends [never] ? never : Name]: 0;
    };
    expectTypeOf<keyof JsonAnswers>().toEqualTypeOf<keyof Answering>();
  });

  test('of the same shape', () => {
    // Lists and single captured requests are finished text to the server: their type is unknown there.
    type Described = {
      [Name in keyof JsonAnswers as unknown extends AnswerOf<Name>
        ? never
        : Name]: JsonAnswers[Name];
    };
    expectTypeOf<Described>().toEqualTypeOf<{ [Name in keyof Described]: AnswerOf<Name> }>();
    expectTypeOf<Exclude<keyof JsonAnswers, keyof Described>>().toEqualTypeOf<
      | 'listRequests'
      | 'listEndpointRequests'
      | 'getRequest'
      | 'getApiDescription'
      | 'getShared'
      | 'listDeliveries'
      | 'previewShare'
    >();
  });

  test('at each call', () => {
    type Client = HookwellClient;
    type Given<Call extends (...given: never[]) => unknown> = Awaited<ReturnType<Call>>;
    expectTypeOf<Given<Client['endpoints']['create']>>().toEqualTypeOf<
      AnswerOf<'createEndpoint'>
    >();
    expectTypeOf<Given<Client['endpoints']['list']>>().toEqualTypeOf<AnswerOf<'listEndpoints'>>();
    expectTypeOf<Given<Client['endpoints']['rename']>>().toEqualTypeOf<
      AnswerOf<'updateEndpoint'>
    >();
    expectTypeOf<Given<Client['requests']['get']>>().toEqualTypeOf<contract.CapturedRequest>();
    type Settings = ReturnType<Client['endpoints']['settings']>;
    expectTypeOf<Given<Settings['get']>>().toEqualTypeOf<AnswerOf<'getSettings'>>();
    expectTypeOf<Given<Settings['put']>>().toEqualTypeOf<AnswerOf<'putSettings'>>();
    expectTypeOf<Given<Client['endpoints']['deliveries']>['items']>().toEqualTypeOf<
      contract.Delivery[]
    >();
    expectTypeOf<Given<Client['requests']['wire']>>().toEqualTypeOf<AnswerOf<'getRequestWire'>>();
    expectTypeOf<Given<Client['requests']['body']>>().toEqualTypeOf<Uint8Array<ArrayBuffer>>();
    expectTypeOf<Given<Client['auth']['me']>>().toEqualTypeOf<AnswerOf<'getPrincipal'>>();
    expectTypeOf<Given<Client['keys']['create']>>().toEqualTypeOf<AnswerOf<'createApiKey'>>();
    expectTypeOf<Given<Client['billing']['plans']>>().toEqualTypeOf<AnswerOf<'listPlans'>>();
    expectTypeOf<Given<Client['service']['get']>>().toEqualTypeOf<AnswerOf<'getService'>>();
    expectTypeOf<Given<Client['auth']['logout']>>().toBeVoid();
  });
});

test('calls take the bodies of the contract', () => {
  type Body<Call extends (...given: never[]) => unknown> = NonNullable<Parameters<Call>[0]>;
  expectTypeOf<Body<HookwellClient['auth']['register']>>().toEqualTypeOf<BodyOf<'register'>>();
  expectTypeOf<Body<HookwellClient['auth']['login']>>().toEqualTypeOf<BodyOf<'logIn'>>();
  expectTypeOf<Body<HookwellClient['auth']['changePassword']>>().toEqualTypeOf<
    BodyOf<'changePassword'>
  >();
  expectTypeOf<Body<HookwellClient['auth']['deleteAccount']>>().toEqualTypeOf<
    BodyOf<'deleteAccount'>
  >();
  expectTypeOf<Body<HookwellClient['keys']['create']>>().toEqualTypeOf<BodyOf<'createApiKey'>>();
  type Settings = ReturnType<HookwellClient['endpoints']['settings']>;
  expectTypeOf<Body<Settings['put']>>().toEqualTypeOf<BodyOf<'putSettings'>>();
  expectTypeOf<{ badgeName: string }>().toExtend<BodyOf<'updateEndpoint'>>();
});

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

test('addresses are made of the values in them', () => {
  expectTypeOf<keyof PathValues<'listEndpoints'>>().toBeNever();
  expectTypeOf<keyof PathValues<'getRequestBody'>>().toEqualTypeOf<'id'>();
  expectTypeOf<keyof PathValues<'deleteEndpoint'>>().toEqualTypeOf<'token'>();
});
