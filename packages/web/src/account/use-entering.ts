import type { EmailAndPassword } from '@hookwell/client';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { carryOutAll } from '../log/removed-requests.ts';
import { writeOfTab } from '../page/this-page.ts';
import { client } from '../service/client.ts';
import {
  endpointsNow,
  forgetUser,
  inTurn,
  sessionChanged,
  useSession,
} from '../session/session.ts';
import { forgetUntouched, rememberVisit, untouchedEndpoint } from '../session/start.ts';
import { plural } from '../ui/format.ts';
import { toast, toastFailure } from '../ui/toasts.tsx';
import { nextPath, tokensLeftWith } from './single-sign-on.tsx';

/** Logs in or registers, and moves a guest's endpoints into the account. Who comes back from a single sign-on without a problem is led on. */
export function useEntering(
  kind: 'login' | 'register',
  next: unknown,
  problem: string | undefined,
) {
  const session = useSession();
  const router = useRouter();
  const user = session.kind === 'user' ? session.principal : undefined;
  // The state when the page was opened, so that nothing changes on the page while it is being left.
  const [before] = useState({
    isIn: user !== undefined && !user.isGuest,
    email: user?.email,
    tokens: user?.isGuest ? tokensNow() : [],
    leftWith: tokensLeftWith(),
  });
  const isBack = before.isIn && before.leftWith !== undefined && problem === undefined;

  async function enter(credentials: EmailAndPassword): Promise<void> {
    await enterAccount(kind, credentials);
    leadOn(before.tokens);
  }

  function leadOn(former: readonly string[]): void {
    const present = tokensNow();
    const moved = former.filter((token) => present.includes(token)).length;
    const subject = moved === 1 ? 'Your endpoint is' : `Your ${plural(moved, 'endpoint')} are`;
    if (moved > 0) toast({ text: `${subject} in the account now.`, durationMs: 8000 });
    const path = nextPath(next);
    // The page that sends again is a document of its own, and so are those of each team.
    if (/^\/(resend|t\/)/.test(path)) location.replace(path);
    else router.history.replace(path);
  }

  const comeBack = useEffectEvent(async () => {
    const former = before.leftWith ?? [];
    await endSignOn(former);
    leadOn(former);
  });
  useEffect(() => {
    if (isBack) void comeBack().catch((error: unknown) => toastFailure('Could not go on', error));
  }, [isBack]);

  return { ...before, enter, moving: before.tokens.length, isBack };
}

/**
 * Logs in or registers. A new account begins with an endpoint, as a guest does.
 * @throws {HookwellError} with status 401 if the password is wrong, 409 if the email has an account
 */
export async function enterAccount(
  kind: 'login' | 'register',
  credentials: EmailAndPassword,
): Promise<void> {
  // The account would not know of them.
  await carryOutAll();
  await inTurn(async () => {
    const former = tokensNow();
    rememberVisit(await client.auth[kind](credentials));
    if (kind === 'register') await makeFirstEndpoint();
    else await removeUntouched(former);
    await endEntering();
  });
}

/**
 * Takes the session over that a code leads to.
 * @param bringEndpoints whether those of the guest who is here move into its account, or stay behind
 * @throws {HookwellError} with status 404 if the code does not work any more
 */
export async function takeSession(code: string, bringEndpoints: boolean): Promise<void> {
  await carryOutAll();
  await inTurn(async () => {
    const former = tokensNow();
    rememberVisit(await client.auth.takeOver({ code, bringEndpoints }));
    if (bringEndpoints) await removeUntouched(former);
    forgetUser();
    await endEntering();
  });
}

/** Ends a single sign-on as a log-in ends, where the endpoints of the former guest have moved already. */
async function endSignOn(former: readonly string[]): Promise<void> {
  await inTurn(async () => {
    await makeFirstEndpoint();
    await removeUntouched(former);
    await endEntering();
  });
}

async function endEntering(): Promise<void> {
  forgetUntouched();
  writeOfTab('left-with', undefined);
  await sessionChanged();
}

async function makeFirstEndpoint(): Promise<void> {
  try {
    if ((await client.endpoints.list()).length === 0) await client.endpoints.create();
  } catch (_later) {
    // The home page offers to create one.
  }
}

/**
 * Removes the only endpoint of the former guest if the page made it and nobody has used it: each visit without a session
 * makes one. It stays if the account has no other.
 */
async function removeUntouched(former: readonly string[]): Promise<void> {
  const [token] = former;
  if (token === undefined || former.length > 1 || token !== untouchedEndpoint()) return;
  try {
    const { endpoints } = await client.requests.usage();
    const isEmpty = endpoints.some((one) => one.token === token && one.requests === 0);
    if (isEmpty && endpoints.length > 1) await client.endpoints.delete(token, { empty: true });
  } catch (_kept) {
    // Something was captured meanwhile, or there was no answer. So the account has one endpoint more.
  }
}

function tokensNow(): string[] {
  return endpointsNow().map(({ token }) => token);
}

/** Says that a guest's endpoints will move into the account. One that was never used stays only in an account without any other. */
export function willMoveSentence(endpoints: number, kind: 'login' | 'register'): string {
  if (endpoints > 1) {
    return `Your ${plural(endpoints, 'endpoint')} and what they have captured move into the account.`;
  }
  return kind === 'login'
    ? 'Your endpoint moves into the account, if you have used it.'
    : 'Your endpoint and what it has captured move into the account.';
}
