import { readSetting, writeSetting } from '../page/settings.ts';

/** The last endpoints of so many accounts are kept in this browser. */
const mostAccounts = 20;

/** The token of the endpoint that an account looked at last in this browser. */
export function lastEndpoint(accountId: number): string | undefined {
  return remembered().get(accountId);
}

export function rememberEndpoint(accountId: number, token: string): void {
  const known = remembered();
  // The latest stands last.
  known.delete(accountId);
  known.set(accountId, token);
  const kept = [...known].slice(-mostAccounts).map(([id, kept]) => `${id}:${kept}`);
  writeSetting('endpoints', kept.join(' '));
}

/** The endpoints remembered per account. Anything else that was written there is left out. */
function remembered(): Map<number, string> {
  const pairs = (readSetting('endpoints') ?? '').matchAll(/(\d{1,15}):([a-z0-9]+)/g);
  return new Map(pairs.map(([, id = '', token = '']) => [Number(id), token]));
}
