import { type Credentials, call } from '../../src/upgrade/caller.ts';

/** Somebody who calls the API of one service and keeps the cookie that it gives. */
export class ApiVisitor {
  readonly url: string;
  readonly credentials: Credentials;

  constructor(url: string, credentials: Credentials = {}) {
    this.url = url;
    this.credentials = credentials;
  }

  /** @throws if the status is another one */
  // biome-ignore lint/suspicious/noExplicitAny: whatever the answer of some version has
  async ask(status: number, method: string, path: string, body?: unknown): Promise<any> {
    const response = await call(this.url, this.credentials, method, path, body);
    const given = response.headers.getSetCookie()[0]?.split(';')[0];
    if (given !== undefined) this.credentials.cookie = given;
    const text = await response.text();
    if (response.status !== status) {
      throw new Error(`${method} ${path} answered ${response.status}, not ${status}: ${text}`);
    }
    return text === '' ? undefined : JSON.parse(text);
  }

  /** Gives the token of a new endpoint. */
  async endpoint(): Promise<string> {
    return (await this.ask(201, 'POST', '/api/endpoints')).token;
  }
}

export async function startGuest(url: string): Promise<ApiVisitor> {
  const guest = new ApiVisitor(url);
  await guest.ask(201, 'POST', '/api/auth/guest');
  return guest;
}

const password = 'correct horse battery';

/** Registers an account; a guest's endpoints become its own. */
export async function register(visitor: ApiVisitor, name: string): Promise<number> {
  const email = `${name}@hooks.example`;
  return (await visitor.ask(201, 'POST', '/api/auth/register', { email, password })).id;
}

/** The visitor's account by a new API key. */
export async function withKey(visitor: ApiVisitor): Promise<ApiVisitor> {
  const { secret } = await visitor.ask(201, 'POST', '/api/keys', { name: 'program' });
  return new ApiVisitor(visitor.url, { key: secret });
}
