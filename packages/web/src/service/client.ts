import { HookwellClient } from '@hookwell/client';

/** The page's own calls: to its own origin, with the session's cookie. */
export const client = new HookwellClient();
