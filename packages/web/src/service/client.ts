import { HookwellClient } from '@hookwell/client';

let unauthorized = (): void => {};

/** Calls the listener after every refusal of a credential: of the session that has ended, or of a wrong password. */
export function onUnauthorized(listener: () => void): void {
  unauthorized = listener;
}

/** Calls the page's own origin with the cookie of the session. */
export const client = new HookwellClient({
  fetch: async (url, init) => {
    // A deletion that is sent as the page is left arrives all the same.
    const response = await fetch(url, { ...init, keepalive: init.method === 'DELETE' });
    if (response.status === 401) unauthorized();
    return response;
  },
});
