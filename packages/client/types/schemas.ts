import type {
  BodyIssue,
  EndpointHandle,
  FittingRequest,
  StandardSchemaV1,
  StreamedRequest,
  TemporaryEndpoint,
  WaitError,
  WaitOptions,
} from '@hookwell/client';
import { test as playwrightTest } from '@hookwell/client/playwright';
import { test as vitestTest } from '@hookwell/client/vitest';
import { type } from 'arktype';
import * as v from 'valibot';
import * as z from 'zod';
import { type Same, sure } from './expect-type.js';

/*
 * Waits with a schema, as the compiler of a user of each library sees them. Nothing here ever runs.
 */

const ofZod = z.object({ id: z.string(), at: z.string().transform((text) => new Date(text)) });
const ofValibot = v.object({
  id: v.string(),
  at: v.pipe(
    v.string(),
    v.transform((text) => new Date(text)),
  ),
});
const ofArkType = type({ id: 'string', at: 'string.date.parse' });

interface Paid {
  id: string;
  at: Date;
}

export async function waiting(endpoint: EndpointHandle, own: StandardSchemaV1<unknown, bigint>) {
  const zod = await endpoint.waitFor('json.type=paid', { schema: ofZod, timeout: 1, after: 1 });
  const valibot = await endpoint.waitFor('method:POST', { schema: ofValibot });
  const arkType = await endpoint.waitFor('has:json', { schema: ofArkType });
  const several = await endpoint.waitForCount(2, undefined, { schema: ofZod });
  const plain = await endpoint.waitFor('', { schema: own });
  sure<
    [
      Same<typeof zod, FittingRequest<Paid>>,
      Same<typeof valibot, FittingRequest<Paid>>,
      Same<typeof arkType, FittingRequest<Paid>>,
      Same<typeof several, FittingRequest<Paid>[]>,
      Same<(typeof plain)['json'], bigint>,
      Same<(typeof plain)['body'], string>,
      Same<(typeof plain)['headers'], Record<string, string>>,
    ]
  >();
  const isRequest: StreamedRequest = zod;
  const without = await endpoint.waitFor('', { timeout: 1 });
  // @ts-expect-error there is a value only with a schema
  without.json;
  const options: WaitOptions = { schema: ofZod };
  const unsure = await endpoint.waitFor('', options);
  sure<[Same<typeof unsure, StreamedRequest>]>();
  // @ts-expect-error this is no schema
  await endpoint.waitFor('', { schema: { id: 'string' } });
  // @ts-expect-error nothing that is expected not to come has a body
  await endpoint.expectNone('', { for: 1, schema: ofZod });
  return isRequest;
}

vitestTest('a schema', async ({ endpoint }) => sure<[Same<Given<typeof endpoint>, Paid>]>());
playwrightTest('a schema', async ({ endpoint }) => sure<[Same<Given<typeof endpoint>, Paid>]>());

/** The value of a wait at an endpoint. */
type Given<Endpoint extends TemporaryEndpoint> = Awaited<
  ReturnType<typeof waitOnce<Endpoint>>
>['json'];

async function waitOnce<Endpoint extends TemporaryEndpoint>(endpoint: Endpoint) {
  return await endpoint.waitFor('', { schema: ofZod });
}

export function failed(error: WaitError): void {
  sure<
    [
      Same<typeof error.issues, readonly BodyIssue[] | undefined>,
      Same<BodyIssue['path'], readonly PropertyKey[]>,
    ]
  >();
}
