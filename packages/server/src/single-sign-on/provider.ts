import { createHash } from 'node:crypto';
import type {
  ClientAuth,
  Configuration,
  CustomFetch,
  DiscoveryRequestOptions,
} from 'openid-client';
import type { Config } from '../config.ts';
import { isLoopbackHttp } from '../config-values.ts';
import type { Clock } from '../parts.ts';
import type { Attempt } from './attempt.ts';
import { type Identity, identityFrom, SignOnFailure } from './identity.ts';

/** The library, which is loaded with the first log-in. */
type Library = typeof import('openid-client');

type ProviderSettings = NonNullable<Config['oidc']>;

/** Each request to the provider may take so long. A log-in makes four at most: discovery, code, keys, userinfo. */
const longestRequestMs = 5000;
/** The discovery document is read anew after this time. The library does the same with the keys, after five minutes. */
const discoveryLifeMs = 10 * 60_000;
/** Once it could not be read, all log-ins fail for this time: a provider that is away is not asked by each. */
const pauseMs = 5000;

interface Discovered {
  configuration: Promise<Configuration>;
  until: number;
}

/** The identity provider of the operator (OpenID Connect): the code flow with PKCE, state and nonce. */
export class Provider {
  readonly #settings: ProviderSettings;
  readonly #clock: Clock;
  #discovered: Discovered | undefined;

  constructor(settings: ProviderSettings, clock: Clock) {
    this.#settings = settings;
    this.#clock = clock;
  }

  /**
   * The address of the provider at which the browser goes on.
   * @throws {SignOnFailure}
   */
  async addressFor(attempt: Attempt, redirectUri: string): Promise<URL> {
    return await this.#asking(async (library, configuration) => {
      const address = library.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: this.#scopes(configuration).join(' '),
        state: attempt.state,
        nonce: attempt.nonce,
        code_challenge: createHash('sha256').update(attempt.verifier).digest('base64url'),
        code_challenge_method: 'S256',
      });
      if (isSafeAddress(address, new URL(this.#settings.issuer))) return address;
      throw new Error('The authorization endpoint is not https');
    });
  }

  /**
   * Takes the code in the address that the provider led the browser back to, and gives back who it is for.
   * @throws {SignOnFailure}
   */
  async identityFor(address: URL, attempt: Attempt): Promise<Identity> {
    const sent = [address.searchParams.get('code') ?? '', attempt.verifier];
    return await this.#asking(async (library, configuration) => {
      const tokens = await library.authorizationCodeGrant(configuration, address, {
        expectedState: attempt.state,
        expectedNonce: attempt.nonce,
        pkceCodeVerifier: attempt.verifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (claims === undefined) throw new Error('There is no ID token');
      // The library looks at the authorized party only where a token has several audiences.
      if (claims.azp !== undefined && claims.azp !== this.#settings.clientId)
        throw new Error('The ID token was made for another client');
      const isMissing = !('email' in claims) || (this.#needsGroups && !('groups' in claims));
      // Strict providers put into the ID token what nothing else can tell (OpenID Connect Core, 5.4).
      if (!isMissing || configuration.serverMetadata().userinfo_endpoint === undefined)
        return identityFrom(claims);
      const { access_token: token } = tokens;
      return identityFrom(claims, await library.fetchUserInfo(configuration, token, claims.sub));
    }, sent);
  }

  async #asking<Result>(
    ask: (library: Library, configuration: Configuration) => Promise<Result>,
    sent: readonly string[] = [],
  ): Promise<Result> {
    const library = await import('openid-client');
    try {
      return await ask(library, await this.#configuration(library));
    } catch (error) {
      const { clientId, clientSecret } = this.#settings;
      const basic = btoa(`${formText(clientId)}:${formText(clientSecret)}`);
      throw failureOf(library, error, [basic, clientSecret, ...sent]);
    }
  }

  /** All log-ins that need it at one moment share one request. */
  #configuration(library: Library): Promise<Configuration> {
    const now = this.#clock();
    const { until = 0, configuration } = this.#discovered ?? {};
    if (configuration !== undefined && now < until && until <= now + discoveryLifeMs)
      return configuration;
    const discovered: Discovered = {
      configuration: this.#discover(library),
      until: now + discoveryLifeMs,
    };
    this.#discovered = discovered;
    discovered.configuration.catch(() => {
      discovered.until = this.#clock() + pauseMs;
    });
    return discovered.configuration;
  }

  async #discover(library: Library): Promise<Configuration> {
    const { issuer, clientId, clientSecret } = this.#settings;
    const server = new URL(issuer);
    const { allowInsecureRequests, enableNonRepudiationChecks, customFetch } = library;
    const options: DiscoveryRequestOptions = {
      [customFetch]: requestsTo(server),
      timeout: longestRequestMs / 1000,
      // The signature of ID tokens counts, although they come from the provider itself.
      execute: [
        enableNonRepudiationChecks,
        ...(server.protocol === 'http:' ? [allowInsecureRequests] : []),
      ],
    };
    const authentication = clientAuthentication(library, clientSecret);
    const found = await library.discovery(server, clientId, {}, authentication, options);
    // The library makes exceptions for one provider, whose document for many companies names none of them.
    if (new URL(found.serverMetadata().issuer).href !== server.href) {
      throw new Error('The discovery document names another issuer');
    }
    return found;
  }

  #scopes(configuration: Configuration): string[] {
    if (!this.#needsGroups) return ['openid', 'email'];
    const { scopes_supported: supported } = configuration.serverMetadata();
    // Providers give groups with one of these, or without being asked.
    return ['openid', 'email', ...['profile', 'groups'].filter((one) => supported?.includes(one))];
  }

  get #needsGroups(): boolean {
    return (this.#settings.allow?.groups ?? []).length > 0;
  }
}

/** By a header where the provider takes it, as by default (OpenID Connect Discovery, 3), else in the body. */
function clientAuthentication(library: Library, secret: string): ClientAuth {
  const inHeader = library.ClientSecretBasic(secret);
  const inBody = library.ClientSecretPost(secret);
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    return (methods.includes('client_secret_basic') ? inHeader : inBody)(server, ...rest);
  };
}

/** As forms write it, and the library in the header as well. */
function formText(text: string): string {
  return new URLSearchParams({ '': text }).toString().slice(1);
}

/**
 * The failure that users are told of. Its message has no secrets: causes of the library's errors have tokens, and a provider may repeat
 * what it was sent.
 */
function failureOf(library: Library, error: unknown, secrets: readonly string[]): SignOnFailure {
  if (error instanceof SignOnFailure) return error;
  if (error instanceof library.AuthorizationResponseError) {
    return new SignOnFailure('refused', `the provider answered ${said(error, secrets)}`);
  }
  if (error instanceof library.ResponseBodyError) {
    // A code counts once, and not for long.
    const problem = error.error === 'invalid_grant' ? 'late' : 'away';
    return new SignOnFailure(problem, `the provider answered ${said(error, secrets)}`);
  }
  const { message, cause } = error instanceof Error ? error : new Error(String(error));
  const because = cause instanceof Error && cause.message !== message ? `: ${cause.message}` : '';
  return new SignOnFailure('away', `the provider failed: ${shortened(message + because, secrets)}`);
}

function said(
  { error, error_description: more }: { error: string; error_description?: string },
  secrets: readonly string[],
) {
  return shortened(more === undefined ? error : `${error} (${more})`, secrets);
}

/** A text of the provider, or of whoever wrote the address of the browser: the log has no line breaks or quotes of theirs, and no secrets of ours. */
function shortened(text: string, secrets: readonly string[]): string {
  const forms = secrets.flatMap((secret) => [secret, formText(secret), encodeURIComponent(secret)]);
  return forms
    .filter((form) => form !== '')
    .reduce((shown, form) => shown.replaceAll(form, '•••'), text)
    .slice(0, 300)
    .replace(/[\p{Cc}"\\]/gu, ' ');
}

/** An answer of the provider has so many bytes at most. The keys of large ones take some 30 KiB. */
const mostAnswerBytes = 256 * 1024;

/**
 * Whether the service may send a request to an address, or a browser: to https ones, and where the issuer itself is one of http on
 * this machine, to such as well.
 */
function isSafeAddress(address: URL, issuer: URL): boolean {
  return address.protocol === 'https:' || (isLoopbackHttp(issuer) && isLoopbackHttp(address));
}

/**
 * The one way in which this service sends requests: to the issuer and the addresses that its discovery document names, which are
 * all that the library asks for. It follows no redirect and reads a bounded answer; the library's signal bounds the time of both.
 */
function requestsTo(issuer: URL): CustomFetch {
  return async (address, { method, headers, body, signal }) => {
    if (!isSafeAddress(new URL(address), issuer)) {
      throw new Error('The discovery document names an address that is not https');
    }
    const response = await fetch(address, {
      ...{ method, redirect: 'manual' },
      headers: { ...headers, 'accept-encoding': 'identity' },
      // The library posts forms alone.
      ...(body instanceof URLSearchParams && { body }),
      ...(signal && { signal }),
    });
    const bytes = await readBounded(response);
    const { status, headers: given } = response;
    return new Response(bytes.length === 0 ? null : bytes, { status, headers: given });
  };
}

async function readBounded({ body }: Response): Promise<Buffer<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop by an error cancels the body.
  for await (const piece of body ?? []) {
    size += piece.length;
    if (size > mostAnswerBytes) throw new Error(`An answer has over ${mostAnswerBytes} bytes`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
