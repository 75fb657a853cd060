import type { Fetch } from '@hookwell/client';

/** The session's cookie; its name is `__Host-hookwell_session` with https. */
const sessionCookie = /^((?:__Host-)?hookwell_session=[^;]+)/;

/**
 * `fetch` with the cookie of a session, which the client leaves to browsers. A server that answers with a page
 * is not such a service: the answer becomes an error that says so. A key that is refused is told with its source.
 */
export class ServiceFetch {
  /** `name=value`; a cookie that the service sets replaces it. */
  cookie: string | undefined;
  readonly #address: string;
  readonly #keySource: string | undefined;

  /** @param keySource the option or setting of the key that the client sends, if it was given in one */
  constructor(address: string, cookie?: string, keySource?: string) {
    this.#address = address;
    this.cookie = cookie;
    this.#keySource = keySource;
  }

  readonly fetch: Fetch = async (url, init) => {
    const headers = new Headers(init.headers);
    if (this.cookie !== undefined) headers.set('cookie', this.cookie);
    const response = await fetch(url, { ...init, headers });
    for (const cookie of response.headers.getSetCookie()) {
      this.cookie = sessionCookie.exec(cookie)?.[1] ?? this.cookie;
    }
    if (this.#isPage(response)) return this.#noService();
    if (response.status === 401 && this.#keySource !== undefined) {
      return refusal(`${this.#address} does not accept the API key of ${this.#keySource}`, 401);
    }
    return response;
  };

  /** Whether the answer is a page. Pages with a 5xx do not count: proxies send them while their service is away. */
  #isPage(response: Response): boolean {
    const isHtml = /^\s*text\/html\b/i.test(response.headers.get('content-type') ?? '');
    return isHtml && (response.ok || (response.status >= 400 && response.status < 500));
  }

  #noService(): Response {
    return refusal(
      `${this.#address} answers with a page: there is no Hookwell service at this address`,
      404,
    );
  }
}

function refusal(error: string, status: number): Response {
  return Response.json({ error }, { status });
}
