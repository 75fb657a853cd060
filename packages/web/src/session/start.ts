import { type Endpoint, HookwellError, type Principal } from '@hookwell/client';
import { readSetting, writeSetting } from '../page/settings.ts';
import { client } from '../service/client.ts';

export interface Start {
  principal: Principal;
  endpoints: Endpoint[];
}

/**
 * Reads the visitor's principal and endpoints. A first visit makes a guest with one endpoint. If two tabs open at
 * once, the second waits for the first, since of two guests one would be lost. Browsers have no locks on plain http,
 * so there it does not wait.
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

/** A first visit does not ask, since browsers log the refusal as an error. */
async function knownPrincipal(): Promise<Principal | undefined> {
  if (readSetting('visited') === undefined) return undefined;
  try {
    return await client.auth.me();
  } catch (error) {
    if (error instanceof HookwellError && error.status === 401) return undefined;
    throw error;
  }
}
