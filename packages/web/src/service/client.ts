import { HookwellClient } from '@hookwell/client';

/** Calls the page's own origin with the cookie of the session. */
export const client = new HookwellClient();
