import type { SignatureFinding } from '@hookwell/client';
import { explain } from '@hookwell/signatures/explain';
import { Verifier } from '@hookwell/signatures/verify';
import type { ChosenScheme } from './chosen-scheme.ts';

/** A request with everything that its signature may be made of. */
export interface SignedRequest {
  method: string;
  url: string;
  /** `[name, value, …]` */
  headers: readonly string[];
  body: Uint8Array;
  /** In milliseconds since 1970. */
  receivedAt: number;
  /** The number of headers that were dropped because their names begin with `X-`. */
  droppedHeaders: number;
}

/** A secret and the name of the environment variable that has it. */
export interface NamedSecret {
  name: string;
  secret: string;
}

export interface VerifierOptions extends ChosenScheme {
  secrets: readonly NamedSecret[];
  /** The address that the sender was given; that of the request if absent. */
  publicUrl?: string | undefined;
  /** In place of the time at which the request came, in milliseconds since 1970. */
  at?: number | undefined;
}

/** The longest time that is spent on the reason of one failure. */
const mostExplainingMs = 2000;

/** Verifies requests and explains failures. */
export class RequestVerifier {
  readonly #options: VerifierOptions;
  readonly #verifier: Verifier;

  constructor(options: VerifierOptions) {
    this.#options = options;
    this.#verifier = new Verifier(options.settings, this.#secrets());
  }

  async verify({ method, url, headers, body, receivedAt }: SignedRequest) {
    const { settings, secrets, at, publicUrl } = this.#options;
    const head = {
      ...{ method, url: publicUrl === undefined ? url : atPublicUrl(publicUrl, url), headers },
      receivedAt: at ?? receivedAt,
    };
    const verification = await this.#verifier.verify(head, [body]);
    const { verdict, signedAt, secret } = verification;
    const isExplained = verdict === 'invalid' || verdict === 'missing' || verdict === 'stale';
    const verifying = { settings, secrets: this.#secrets(), formerSecrets: [] };
    const why = isExplained
      ? await explain(verifying, head, body, verification, mostExplainingMs)
      : verification.reason;
    const variable = secret === undefined ? undefined : secrets[secret]?.name;
    const reason = verdict === 'valid' ? variable && `secret in ${variable}` : why;
    return {
      ...{ scheme: settings.scheme, verdict },
      ...(reason && { reason }),
      ...(signedAt !== undefined && { signedAt: new Date(signedAt).toISOString() }),
    } satisfies SignatureFinding;
  }

  #secrets(): string[] {
    return this.#options.secrets.map(({ secret }) => secret);
  }
}

/** The public address is whole; only the query may be missing in it. */
function atPublicUrl(publicUrl: string, url: string): string {
  const mark = url.indexOf('?');
  const query = !publicUrl.includes('?') && mark !== -1 ? url.slice(mark) : '';
  return publicUrl + query;
}
