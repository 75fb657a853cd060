import { operations } from '@hookwell/core/api';
import { expect, test } from 'vitest';
import { forFile } from '../kept-for.ts';
import { CalledServer, type Caller, type CredentialKind, credentialKinds } from './callers.ts';
import { addressOf, fixtures, names, type OperationName, type Things } from './route-fixtures.ts';

/*
 * Every route with every kind of credential, generated from the contract: an operation fails whose answers differ from what its
 * `credentials` promise.
 */

const called = forFile(await CalledServer.start());

/** The caller as the server recognises it on a route: by a session, by a key, or not at all. */
function recognisedAs(
  kind: CredentialKind,
  accepts: string,
): 'session' | 'key' | 'freeKey' | 'nobody' {
  const keyCounts = accepts === 'sessionOrKey';
  switch (kind) {
    case 'guest':
    case 'free':
    case 'plus':
      return 'session';
    case 'plusKey':
    case 'goodKeyWithDeadSession':
      return keyCounts ? 'key' : 'nobody';
    case 'freeKey':
      return keyCounts ? 'freeKey' : 'nobody';
    case 'deadKeyWithGoodSession':
      return keyCounts ? 'nobody' : 'session';
    default:
      return 'nobody';
  }
}

function expectedStatus(name: OperationName, kind: CredentialKind): number {
  const { config } = operations[name];
  const { success, paidPlan, guest } = fixtures[name];
  const isGuest = kind === 'guest';
  if (config.credentials === 'none') {
    if (name === 'startGuestSession') {
      return recognisedAs(kind, 'session') === 'session' ? 200 : 201;
    }
    return success;
  }
  const recognised = recognisedAs(kind, config.credentials);
  if (recognised === 'nobody') return 401;
  if (recognised === 'freeKey') return 403;
  if (paidPlan && (kind === 'guest' || kind === 'free')) return 403;
  if (isGuest && guest !== undefined) return guest;
  // A guest has no password to change.
  if (name === 'changePassword' && isGuest) return 401;
  return success;
}

/** These operations take no credential, but their answers are for the caller alone. */
const handsOutCookie: readonly OperationName[] = [
  'register',
  'logIn',
  'startGuestSession',
  'lookAtHandoff',
  'takeHandoff',
];
/** These operations may take a token, or a secret. */
const mayTakeToken: readonly OperationName[] = ['getMetrics', 'getShared', 'lookAtInvitation'];

/** Answers and refusals that no browser and no proxy may keep. */
function expectedCacheControl(name: OperationName, status: number): string | null {
  if (name === 'liveStream' && status === 200) return 'no-store, no-transform';
  const isPersonal =
    operations[name].config.credentials !== 'none' ||
    handsOutCookie.includes(name) ||
    mayTakeToken.includes(name);
  return isPersonal ? 'no-store' : null;
}

interface Case {
  caller: Caller;
  things: Things;
}

/** A caller of each kind with its things. Refusals and reads leave them as they are, so the next operation takes them. */
const kept = new Map<CredentialKind, Case>();

async function makeCase(kind: CredentialKind, withTeam: boolean): Promise<Case> {
  const caller = await called.makeCaller(kind);
  return { caller, things: await called.makeThings(caller.owner, { withTeam }) };
}

async function caseFor(name: OperationName, kind: CredentialKind): Promise<Case> {
  const isRefused = [401, 403].includes(expectedStatus(name, kind));
  // The last owner of a team cannot delete their account.
  if (fixtures[name].destructive && !isRefused) return await makeCase(kind, false);
  const given = kept.get(kind) ?? (await makeCase(kind, true));
  if (isRefused || operations[name].method === 'GET') kept.set(kind, given);
  else kept.delete(kind);
  return given;
}

async function answerOf(name: OperationName, kind: CredentialKind): Promise<string> {
  const { caller, things } = await caseFor(name, kind);
  const { body } = fixtures[name];
  const { method } = operations[name];
  const response = await caller.sends.call(method, addressOf(name, things), body?.(things));
  // A live stream never ends by itself.
  await response.body?.cancel();
  return `${response.status} ${response.headers.get('cache-control')}`;
}

test.each(names)('%s, with every kind of credential', async (name) => {
  const expected: Record<string, string> = {};
  const answered: Record<string, string> = {};
  for (const kind of credentialKinds) {
    const status = expectedStatus(name, kind);
    expected[kind] = `${status} ${expectedCacheControl(name, status)}`;
    answered[kind] = await answerOf(name, kind);
  }
  expect(answered).toEqual(expected);
});
