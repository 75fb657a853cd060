import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What an ID token says; the provider adds issuer, audience, times and nonce. */
export type Claims = Record<string, unknown> & { sub: string };

interface Key {
  kid: string;
  privateKey: KeyObject;
  publicKey: KeyObject;
}

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

export const clientId = 'hookwell';
export const clientSecret = 'the secret of the client, with : and %';

/**
 * An OpenID provider on loopback that is right until a test makes it lie. Codes carry what their ID token will say, and are
 * taken as often as they come.
 */
export class LyingProvider implements AsyncDisposable {
  readonly #server = createServer((request, response) => this.#answer(request, response));
  /** Replaces members of the discovery document. */
  document: Record<string, unknown> = {};
  /** Changes the claims of each ID token. */
  changed: (claims: Claims) => Record<string, unknown> = (claims) => claims;
  /** Makes an ID token of claims. */
  signed: (claims: object) => string = (claims) => this.signedBy(this.key, claims);
  key: Key = newKey('first');
  /** The keys that it shows. */
  shown: Key[] = [this.key];
  userinfo: Record<string, unknown> = {};
  /** Answers in place of the provider, by path. */
  instead: Record<string, Answer> = {};
  /** The paths that were asked for. */
  asked: string[] = [];
  /** The forms that were posted for tokens. */
  exchanged: URLSearchParams[] = [];
  readonly #open = new Set<ServerResponse>();

  static async start(): Promise<LyingProvider> {
    const provider = new LyingProvider();
    await new Promise<void>((resolve) => provider.#server.listen(0, '127.0.0.1', resolve));
    return provider;
  }

  get issuer(): string {
    // It listens at a port.
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get environment(): Record<string, string> {
    return {
      HOOKWELL_OIDC_ISSUER: this.issuer,
      HOOKWELL_OIDC_CLIENT_ID: clientId,
      HOOKWELL_OIDC_CLIENT_SECRET: clientSecret,
    };
  }

  /** Stands for its log-in page: where it leads the browser that came with this address. */
  leadBack(address: URL, claims: Claims): URL {
    const { searchParams } = address;
    const back = new URL(searchParams.get('redirect_uri') ?? '');
    const content = { ...claims, nonce: searchParams.get('nonce') };
    back.searchParams.set('code', Buffer.from(JSON.stringify(content)).toString('base64url'));
    back.searchParams.set('state', searchParams.get('state') ?? '');
    return back;
  }

  signedBy({ kid, privateKey }: Key, claims: object): string {
    const content = `${encoded({ alg: 'ES256', kid })}.${encoded(claims)}`;
    const signature = sign('sha256', Buffer.from(content), {
      key: privateKey,
      dsaEncoding: 'ieee-p1363',
    });
    return `${content}.${signature.toString('base64url')}`;
  }

  /** Signs with the client's secret, as the standard allows. */
  signedBySecret(claims: object): string {
    const content = `${encoded({ alg: 'HS256' })}.${encoded(claims)}`;
    return `${content}.${createHmac('sha256', clientSecret).update(content).digest('base64url')}`;
  }

  unsigned(claims: object): string {
    return `${encoded({ alg: 'none' })}.${encoded(claims)}.`;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.#open.add(response.once('close', () => this.#open.delete(response)));
    const path = request.url ?? '';
    this.asked.push(path);
    const { [path]: instead } = this.instead;
    if (instead !== undefined) return instead(request, response);
    if (path === '/.well-known/openid-configuration') return sendJson(response, this.#discovery());
    if (path === '/keys') return sendJson(response, { keys: this.shown.map(publicKeyOf) });
    if (path === '/userinfo') return sendJson(response, this.userinfo);
    const form = new URLSearchParams(await textOf(request));
    this.exchanged.push(form);
    const content: Claims = JSON.parse(
      Buffer.from(form.get('code') ?? '', 'base64url').toString() || '{}',
    );
    const now = Math.floor(Date.now() / 1000);
    const claims = { iss: this.issuer, aud: clientId, iat: now, exp: now + 60, ...content };
    sendJson(response, {
      ...{ access_token: 'an access token', token_type: 'Bearer', expires_in: 60 },
      id_token: this.signed(this.changed(claims)),
    });
  }

  #discovery(): object {
    const { issuer } = this;
    return {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['ES256', 'HS256', 'none'],
      ...this.document,
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const response of this.#open) response.destroy();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

export function newKey(kid: string): Key {
  return { kid, ...generateKeyPairSync('ec', { namedCurve: 'P-256' }) };
}

export function sendJson(response: ServerResponse, value: object, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

function publicKeyOf({ kid, publicKey }: Key): object {
  return { ...publicKey.export({ format: 'jwk' }), kid, alg: 'ES256', use: 'sig' };
}

function encoded(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const piece of request) text += piece;
  return text;
}
