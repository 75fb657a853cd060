import type { Fetch } from '@hookwell/client';

/** `__Host-hookwell_session` where the service is reached by https. */
const sessionCookie = /^((?:__Host-)?hookwell_session=[^;]+)/;

/**
 * `fetch` with the cookie of a session, which the client leaves to browsers. It also says in one sentence
 * what it is that answers with a page: no service of this kind does.
 */
export class ServiceFetch {
  /** `name=value`; what the service gives counts from then on. */
  cookie: string | undefined;
  readonly #address: string;

  constructor(address: string, cookie?: string) {
    this.#address = address;
    this.cookie = cookie;
  }

  readonly fetch: Fetch = async (url, init) => {
    const headers = new Headers(init.headers);
    if (this.cookie !== undefined) headers.set('cookie', this.cookie);
    const response = await fetch(url, { ...init, headers });
    for (const cookie of response.headers.getSetCookie()) {
      this.cookie = sessionCookie.exec(cookie)?.[1] ?? this.cookie;
    }
    return this.#isPage(response) ? this.#noService() : response;
  };

  /** Pages with a 5xx come from proxies whose service is away for a while. */
  #isPage(response: Response): boolean {
    const isHtml = /^\s*text\/html\b/i.test(response.headers.get('content-type') ?? '');
    return isHtml && (response.ok || (response.status >= 400 && response.status < 500));
  }

  #noService(): Response {
    const error = `${this.#address} answers with a page: there is no Hookwell service at this address`;
    return Response.json({ error }, { status: 404 });
  }
}
