import { type Endpoint, HookwellError, type Principal } from '@hookwell/client';
import { readSetting, writeSetting } from '../page/settings.ts';
import { client } from '../service/client.ts';

export interface Start {
  principal: Principal;
  endpoints: Endpoint[];
}

/**
 * Who the visitor is and what is theirs. A first visit makes a guest with one endpoint; later ones find what
 * is there. Two tabs that open at once must not make two guests, of whom one would be lost: the second waits,
 * where the browser has locks (not on plain http).
 */
export async function start(): Promise<Start> {
  if (navigator.locks === undefined) return await startAlone();
  return await navigator.locks.request('hookwell.start', startAlone);
}

async function startAlone(): Promise<Start> {
  const known = await knownPrincipal();
  const principal = known ?? (await client.auth.guest());
  writeSetting('visited', 'yes');
  let endpoints = await client.endpoints.list();
  if (known === undefined && endpoints.length === 0) {
    await client.endpoints.create();
    endpoints = await client.endpoints.list();
  }
  return { principal, endpoints };
}

/** Not asked for at a first visit: it would be refused, and browsers show that as an error. */
async function knownPrincipal(): Promise<Principal | undefined> {
  if (readSetting('visited') === undefined) return undefined;
  try {
    return await client.auth.me();
  } catch (error) {
    if (error instanceof HookwellError && error.status === 401) return undefined;
    throw error;
  }
}
