import type { Fetch } from '@hookwell/client';
import { asksForPassword, unreachable, type WayToService } from './service-failure.ts';

/** The session's cookie; its name is `__Host-hookwell_session` with https. */
const sessionCookie = /^((?:__Host-)?hookwell_session=[^;]+)/;

/**
 * `fetch` with the cookie of a session, which the client leaves to browsers. A server that answers with a page
 * is not such a service: the answer becomes an error that says so. A credential that is refused is told with its source.
 */
export class ServiceFetch {
  /** `name=value`; a cookie that the service sets replaces it. */
  cookie: string | undefined;
  readonly #service: WayToService;
  readonly #credential: string | undefined;

  /** @param credential what a refusal calls the credential that is sent: `the API key of --key` */
  constructor(service: WayToService, cookie?: string, credential?: string) {
    this.#service = service;
    this.cookie = cookie;
    this.#credential = credential;
  }

  readonly fetch: Fetch = async (url, init) => {
    const headers = new Headers(init.headers);
    if (this.cookie !== undefined) headers.set('cookie', this.cookie);
    // Loaded only where there is a proxy: most have none.
    const through =
      this.#service.proxy &&
      (await import('./fetch-through-proxy.ts')).fetchThrough(this.#service.proxy);
    const response = await (through ?? fetch)(url, { ...init, headers }).catch((error: unknown) => {
      throw unreachable(this.#service, error);
    });
    if (this.#service.proxy !== undefined && response.status === 407) {
      return refusal(`${this.#service.proxy.name} ${asksForPassword}`, 502);
    }
    for (const cookie of response.headers.getSetCookie()) {
      this.cookie = sessionCookie.exec(cookie)?.[1] ?? this.cookie;
    }
    if (isForeign(response)) return refusal(this.#noService(response), 404);
    if (response.status === 401 && this.#credential !== undefined) {
      return refusal(`${this.#service.address} does not accept ${this.#credential}`, 401);
    }
    return response;
  };

  #noService({ status }: Response): string {
    const isPlain = this.#service.address.startsWith('http:');
    // So answer servers of https who hear plain http.
    const hint =
      status === 400 && isPlain
        ? `: is it at ${this.#service.address.replace('http', 'https')}?`
        : '';
    const by = this.#service.proxy === undefined ? '' : ` by way of ${this.#service.proxy.name}`;
    return `${this.#service.address} answers with a page${by}: there is no Hookwell service at this address${hint}`;
  }
}

/** Whether the answer is text for people. Those with a 5xx do not count: proxies send them while their service is away. */
function isForeign({ headers, ok, status }: Response): boolean {
  const isText = /^\s*text\/(?:html|plain)\b/i.test(headers.get('content-type') ?? '');
  return isText && (ok || (status >= 400 && status < 500));
}

function refusal(error: string, status: number): Response {
  return Response.json({ error }, { status });
}
