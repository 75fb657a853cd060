import { type TestServer, Visitor } from '../start-server.ts';
import type { Claims, LyingProvider } from './lying-provider.ts';

/** A browser with its cookies, which follows no redirect by itself. */
export class Browser {
  readonly #server: Pick<TestServer, 'url'>;
  readonly cookies = new Map<string, string>();

  constructor(server: Pick<TestServer, 'url'>, { cookie }: { cookie?: string | undefined } = {}) {
    this.#server = server;
    if (cookie !== undefined) this.#keep(cookie);
  }

  async get(path: string, headers: Record<string, string> = {}): Promise<Response> {
    return await this.#ask(path, { headers });
  }

  /** Sends a form; gives where it leads. */
  async post(path: string, form: Record<string, string>): Promise<string> {
    return locationOf(await this.#ask(path, { method: 'POST', body: new URLSearchParams(form) }));
  }

  async #ask(path: string, init: RequestInit): Promise<Response> {
    const headers = new Headers(init.headers);
    if (this.cookies.size > 0) {
      headers.set('cookie', [...this.cookies].map((pair) => pair.join('=')).join('; '));
    }
    const address = new URL(path, this.#server.url);
    const response = await fetch(address, { ...init, redirect: 'manual', headers });
    for (const line of response.headers.getSetCookie()) this.#keep(line);
    return response;
  }

  /** Begins a log-in; gives the address of the provider. */
  async begin(query = ''): Promise<URL> {
    const response = await this.get(`/api/auth/oidc${query}`);
    return new URL(locationOf(response), this.#server.url);
  }

  /** Logs in whom the provider's claims are about; gives where it ends. */
  async logIn(provider: LyingProvider, claims: Claims, query = ''): Promise<string> {
    return await this.goBack(provider.leadBack(await this.begin(query), claims));
  }

  /** Follows the provider's way back; gives where it ends. */
  async goBack(address: URL): Promise<string> {
    return locationOf(await this.get(`${address.pathname}${address.search}`));
  }

  /** The same session as one that calls the API. */
  get visitor(): Visitor {
    const [name, value] = [...this.cookies].find(([found]) => found.endsWith('_session')) ?? [];
    return new Visitor(this.#server, value === undefined ? {} : { cookie: `${name}=${value}` });
  }

  /** The names of the cookies of log-ins under way. */
  get attempts(): string[] {
    return [...this.cookies.keys()].filter((name) => name.includes('sign_on'));
  }

  #keep(line: string): void {
    const [pair = ''] = line.split(';');
    const at = pair.indexOf('=');
    const [name, value] = [pair.slice(0, at), pair.slice(at + 1)];
    if (/Max-Age=0/.test(line)) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}

function locationOf(response: Response): string {
  if (response.status !== 303) throw new Error(`It answered ${response.status}, not 303`);
  return response.headers.get('location') ?? '';
}
