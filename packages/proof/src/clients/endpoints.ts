import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../../../server/test/random.ts';
import type { EndpointKind } from '../history/operation.ts';
import type { ServiceNode } from '../world/node.ts';
import { type Called, isAnswer } from './http.ts';
import type { Account, Endpoint, Known } from './known.ts';
import { contractAtFirst, planned, settingsAtFirst } from './settings.ts';

/** The kinds of endpoints that an account begins with. */
const kindsOf = ({ isCleared }: Account): readonly EndpointKind[] =>
  isCleared ? ['plain', 'plain', 'versions', 'signed', 'listened'] : ['attempts', 'attempts'];

/** Makes the endpoints that all accounts begin with. */
export async function makeFirstEndpoints(known: Known, random: Random): Promise<void> {
  const { client } = known.newClient();
  for (const account of known.accounts) {
    for (const kind of kindsOf(account)) {
      if (!(await makeEndpoint(known, { client, random }, account, kind)))
        throw new Error(`no endpoint could be made: ${known.surprises.join('; ')}`);
    }
  }
}

/** So often each step of making an endpoint is tried. */
const mostTries = 10;

/**
 * Makes an endpoint at nodes by chance. False if that cannot be done now; there may be one then that nobody uses. Its settings, if its
 * kind has any at first, are acknowledged before others hear of it.
 */
export async function makeEndpoint(
  known: Known,
  { client, random }: { client: number; random: Random },
  account: Account,
  kind: EndpointKind,
): Promise<boolean> {
  const began = known.history.now();
  let node = random.pick(known.nodes);
  const trying = async (what: string, done: number, call: (at: ServiceNode) => Promise<Called>) => {
    for (let tried = 0; tried < mostTries; tried += 1) {
      node = random.pick(known.nodes);
      const called = await call(node);
      if (known.outcomeOf(called, what, done, []) === 'done' && isAnswer(called)) return called;
      await sleep(50);
    }
    return undefined;
  };
  const made = await trying('making an endpoint', 201, (at) =>
    known.call(at, '/api/endpoints', { method: 'POST' }, account),
  );
  if (made === undefined) return false;
  const { id, token }: { id: number; token: string } = JSON.parse(made.body.toString());
  const documents = { settings: settingsAtFirst(kind), contract: contractAtFirst(kind) };
  for (const [name, document] of Object.entries(documents)) {
    if (document === undefined) continue;
    const path = `/api/endpoints/${token}/${name}`;
    const put = await trying(`first ${name}`, 200, (at) =>
      putDocument(known, at, { account, path }, document),
    );
    if (put === undefined) return false;
  }
  const number = known.nextEndpoint(id);
  known.history.add({
    kind: 'made',
    ...{ client, node: node.number, began, ended: known.history.now() },
    ...{ endpoint: number, account: account.number, endpointKind: kind },
    ...(kind === 'attempts' ? { plan: planned } : {}),
  });
  known.endpoints.push({ number, account, kind, token, stored: 0, isFull: false, version: 0 });
  return true;
}

/** Replaces the settings of an endpoint, in one call. */
export function putSettings(
  known: Known,
  node: ServiceNode,
  { account, token }: Pick<Endpoint, 'account' | 'token'>,
  settings: object,
): Promise<Called> {
  return putDocument(known, node, { account, path: `/api/endpoints/${token}/settings` }, settings);
}

function putDocument(
  known: Known,
  node: ServiceNode,
  { account, path }: { account: Account; path: string },
  document: object,
): Promise<Called> {
  const options = {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(document),
  };
  return known.call(node, path, options, account);
}
