import type { Random } from '../../../server/test/random.ts';
import { makeEndpoint } from './endpoints.ts';
import { type Account, type Endpoint, type Known, pause } from './known.ts';
import { someId } from './stream-followers.ts';

/** A plain endpoint is cleared, another one replaced, when it has so many captures. */
const mostCaptures = 2000;

/** Clears endpoints and accounts, removes single captures, deletes endpoints and makes new ones. */
export async function remove(known: Known, until: AbortSignal): Promise<void> {
  const self = known.newClient();
  const { random } = self;
  while (!until.aborted) {
    const kind = random.next();
    const full = known.endpoints.find((each) => each.stored >= mostCaptures && !each.isFull);
    if (full !== undefined) await makeRoom(known, self, full);
    else if (kind < 0.3) await clearSome(known, self);
    else if (kind < 0.75) await removeOne(known, self);
    else if (kind < 0.9) await replaceSome(known, self);
    await pause(50 + random.below(400), until);
  }
}

interface Self {
  client: number;
  random: Random;
}

async function makeRoom(known: Known, self: Self, endpoint: Endpoint): Promise<void> {
  if (endpoint.kind === 'plain') await clear(known, self, endpoint.account, endpoint);
  else await replace(known, self, endpoint);
}

async function clearSome(known: Known, self: Self): Promise<void> {
  const { random } = self;
  const plain = known.endpoints.filter(({ kind }) => kind === 'plain');
  const isWhole = plain.length === 0 || random.chance(0.15);
  const endpoint = isWhole ? undefined : random.pick(plain);
  const account = endpoint?.account ?? someCleared(known, random);
  const through = random.chance(0.5) ? someId(account, random) : undefined;
  await clear(known, self, account, endpoint, through);
}

async function clear(
  known: Known,
  { client, random }: Self,
  account: Account,
  endpoint?: Endpoint,
  through?: number,
): Promise<void> {
  const path =
    endpoint === undefined ? '/api/requests' : `/api/requests/endpoint/${endpoint.token}`;
  const node = random.pick(known.nodes);
  const began = known.history.now();
  const called = await known.call(
    node,
    through === undefined ? path : `${path}?through=${through}`,
    { method: 'DELETE' },
    account,
  );
  const outcome = known.outcomeOf(called, 'a clear', 204, []);
  if (outcome === 'nothing') return;
  known.history.add({
    kind: 'clear',
    ...{ client, node: node.number, began, ended: known.history.now() },
    account: account.number,
    ...(endpoint === undefined ? {} : { endpoint: endpoint.number }),
    ...(through === undefined ? {} : { through }),
    outcome,
  });
  if (outcome !== 'done' || through !== undefined) return;
  for (const cleared of known.endpoints)
    if (cleared === endpoint || (endpoint === undefined && cleared.account === account))
      cleared.stored = 0;
}

async function removeOne(known: Known, { client, random }: Self): Promise<void> {
  const account = someCleared(known, random);
  const id = someId(account, random);
  if (id === undefined) return;
  const node = random.pick(known.nodes);
  const began = known.history.now();
  const called = await known.call(node, `/api/requests/${id}`, { method: 'DELETE' }, account);
  const outcome = known.outcomeOf(called, 'a removal', 204, [404]);
  if (outcome === 'nothing') return;
  known.history.add({
    kind: 'remove',
    ...{ client, node: node.number, began, ended: known.history.now() },
    ...{ account: account.number, id, outcome },
  });
}

async function replaceSome(known: Known, self: Self): Promise<void> {
  const endpoints = known.endpoints.filter(({ account }) => account.isCleared);
  if (endpoints.length > 0) await replace(known, self, self.random.pick(endpoints));
}

/** Makes an endpoint of the same kind, then deletes this one; those of attempts stay, and get nothing more. */
async function replace(known: Known, self: Self, endpoint: Endpoint): Promise<void> {
  const { account, kind, token } = endpoint;
  const { client, random } = self;
  if (!(await makeEndpoint(known, self, account, kind))) return;
  if (kind === 'attempts') {
    endpoint.isFull = true;
    return;
  }
  known.endpoints = known.endpoints.filter((other) => other !== endpoint);
  const node = random.pick(known.nodes);
  const began = known.history.now();
  const called = await known.call(node, `/api/endpoints/${token}`, { method: 'DELETE' }, account);
  const outcome = known.outcomeOf(called, 'a deletion', 204, []);
  if (outcome === 'nothing') {
    known.endpoints.push(endpoint);
    return;
  }
  known.history.add({
    kind: 'deletion',
    ...{ client, node: node.number, began, ended: known.history.now() },
    ...{ endpoint: endpoint.number, outcome },
  });
  if (outcome === 'done') known.deleted.push(endpoint);
  else known.perhapsDeleted.push(endpoint);
}

function someCleared(known: Known, random: Random): Account {
  return random.pick(known.accounts.filter(({ isCleared }) => isCleared));
}
