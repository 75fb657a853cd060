import { HookwellError, type Principal } from '@hookwell/client';
import { ApiClient, Caller, routes, TeamCalls } from '@hookwell/client/api';
import { titleEnd } from '../page/page-head.tsx';
import { teamId } from '../page/this-page.ts';
import { isGone } from '../service/client.ts';
import type { User } from './session.ts';
import { principalNow, rememberVisit, type Start } from './start.ts';

/** Refusals of their calls are expected. One acts for the user, the other for the page's team. */
const ofPerson = new TeamCalls(new Caller(routes));
const ofTeam = new ApiClient(new Caller(routes, { account: teamId }));

/** Whether the page has shown the team. */
let wasInside = false;

/** Reads the page's team, the user's place in it, and its endpoints. Who is not logged in does that first. */
export async function startTeam(): Promise<Start> {
  const person = await principalNow();
  if (person === undefined || person.isGuest) {
    return wasInside ? { kind: 'ended', wasGuest: false } : await toLogIn();
  }
  rememberVisit(person);
  const user = await unlessOutside(userOf(person));
  if (user === undefined) return { kind: 'outside' };
  const endpoints = await unlessOutside(ofTeam.endpoints.list());
  if (endpoints === undefined) return { kind: 'outside' };
  wasInside = true;
  titleEnd.setState(() => `${user.team.name} – Hookwell`);
  return { kind: 'user', ...user, endpoints };
}

/** The user in the page's team, or `undefined` if there is none. */
export async function userOfTeam(): Promise<User | undefined> {
  const person = await principalNow();
  return person && (await unlessOutside(userOf(person)));
}

async function userOf(person: Principal): Promise<Required<User>> {
  const [principal, teams] = await Promise.all([ofTeam.auth.me(), ofPerson.list()]);
  const team = teams.find(({ id }) => id === teamId);
  if (team === undefined) throw new HookwellError('Not found', { status: 404 });
  return { principal, team: { ...team, person } };
}

async function unlessOutside<Value>(call: Promise<Value>): Promise<Value | undefined> {
  try {
    return await call;
  } catch (error) {
    if (isGone(error)) return undefined;
    throw error;
  }
}

/** Leads to the log-in page and back, by pages of their own: this one starts no more. */
async function toLogIn(): Promise<never> {
  location.replace(`/login?next=${encodeURIComponent(location.pathname + location.search)}`);
  return await new Promise(() => {});
}
