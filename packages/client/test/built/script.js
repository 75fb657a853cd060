// A user's program: plain JavaScript against the built package.
import {
  HookwellClient,
  HookwellError,
  MatchError,
  parseMatch,
  pinnedSchemaOf,
  typescriptOf,
  WaitError,
} from '@hookwell/client';
import { findSample } from '@hookwell/client/samples';

const { HOOKWELL_URL: baseUrl, HOOKWELL_API_KEY: apiKey } = process.env;
const hookwell = new HookwellClient({ baseUrl, apiKey });
const endpoint = await hookwell.temporaryEndpoint();

const { method, headers, body } = findSample('github:push');
const waiting = endpoint.waitFor('json.ref=refs/heads/main');
await fetch(endpoint.url, { method, headers: [...headers], body });
const request = await waiting;

const error = await endpoint.waitFor('method:PUT', { timeout: 0 }).catch((e) => e);
if (!(error instanceof WaitError)) throw error;

const wrong = await endpoint.waitFor('colour:red').catch((e) => e);
if (!(wrong instanceof MatchError)) throw wrong;

const seen = [];
for await (const { id } of hookwell.stream({ endpoint: endpoint.token })) {
  seen.push(id);
  break;
}
await endpoint[Symbol.asyncDispose]();
const gone = await hookwell.requests.get(request.id).catch((e) => e);
if (!(gone instanceof HookwellError)) throw gone;

console.log(
  JSON.stringify({
    version: process.versions.node,
    sameBody: request.body === body,
    seen: seen.includes(request.id),
    miss: error.message.split('\n')[0],
    terms: parseMatch('json.a=1').terms.length,
    types: typescriptOf({ type: 'object', properties: { a: { type: 'null' } } }, 'a.b'),
    pinned: pinnedSchemaOf({ type: 'object', properties: { a: { 'x-present': 1 } } }),
    gone: gone.status,
  }),
);
