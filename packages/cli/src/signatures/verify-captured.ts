import type { HookwellClient, SignatureFinding } from '@hookwell/client';
import { sentUrl } from '@hookwell/client/archives';
import { textOfBytes } from '@hookwell/core/match';
import { explain } from '@hookwell/core/signatures/explain';
import { Verifier } from '@hookwell/core/signatures/verify';
import { signatureSentence } from '../captured-requests/readable-request.ts';
import type { Surroundings } from '../command-line/command.ts';
import { CommandFailure } from '../command-line/outcome.ts';
import { stylesOf } from '../output/terminal.ts';
import { jsonLine, visible } from '../output/text.ts';
import { orNoRequest } from '../service/not-found.ts';
import type { ChosenScheme } from './chosen-scheme.ts';

/**
 * Verifies a captured request, and prints the finding in a line.
 * @throws {CommandFailure} if there is no such request, or its signature is not valid
 */
export async function verifyCaptured(
  id: number,
  client: HookwellClient,
  options: VerifierOptions,
  json: boolean,
  { write, output }: Pick<Surroundings, 'write' | 'output'>,
): Promise<void> {
  const { method, url, signature } = await verifiedCapture(id, client, options);
  const isValid = signature.verdict === 'valid';
  const { good, bad, bold, faint } = stylesOf(output);
  const words = (isValid ? good : bad)(signatureSentence({ signature }) ?? '');
  const line = json
    ? jsonLine({ id, method, url, signature })
    : [faint(`#${id}`), bold(visible(method)), visible(textOfBytes(url)), words].join('  ');
  await write(`${line}\n`);
  if (!isValid) throw new CommandFailure('The signature is not valid');
}

/** A captured request with what was found of its signature. */
export interface VerifiedCapture {
  method: string;
  /** The URL that it was sent to. */
  url: string;
  signature: SignatureFinding;
}

/**
 * Verifies a captured request. If its signature stood in a header that is not stored, the finding is the one from when it came.
 * @throws {CommandFailure} if no request has the id
 */
export async function verifiedCapture(
  id: number,
  client: HookwellClient,
  options: VerifierOptions,
): Promise<VerifiedCapture> {
  const [exact, { receiveBaseUrl }] = await Promise.all([
    orNoRequest(client.requests.exact(id), id, client),
    client.service.get(),
  ]);
  const { method, headers, body, receivedAt, signature: onArrival, droppedHeaders } = exact;
  const url = sentUrl(receiveBaseUrl, exact);
  const request = {
    ...{ method, url, headers: headers.flat(), body, droppedHeaders },
    receivedAt: Date.parse(receivedAt),
  };
  const found = await new RequestVerifier(options).verify(request);
  const header = found.verdict === 'valid' ? undefined : headerNotStored(request, options);
  const { scheme } = options.settings;
  const signature = header === undefined ? found : findingOnArrival(onArrival, scheme, header);
  return { method, url, signature };
}

/** The header of a scheme that the request lacks, and may have had: it lost some whose names begin with `X-`. */
function headerNotStored(
  { headers: pairs, droppedHeaders }: SignedRequest,
  { scheme, settings }: ChosenScheme,
): string | undefined {
  if (droppedHeaders === 0) return undefined;
  const there = new Set(
    pairs.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase()),
  );
  const own = [settings.header, settings.timestampHeader, settings.idHeader];
  const headers = [...scheme.headers, ...own.filter((name) => name !== undefined)];
  return headers.find((name) => /^x-/i.test(name) && !there.has(name.toLowerCase()));
}

/** The finding on a request whose signature was dropped: that on arrival, with the reason why there is no other. */
function findingOnArrival(
  onArrival: SignatureFinding | undefined,
  scheme: string,
  header: string,
): SignatureFinding {
  const why = `Headers whose names begin with X- are dropped unless the settings of the endpoint keep them ("xHeaders": "keep"), and so was ${header}`;
  if (onArrival === undefined) {
    const reason = `${why}. Its endpoint verified no signatures when it came.`;
    return { scheme, verdict: 'unverifiable', reason };
  }
  const { reason: found } = onArrival;
  const reason = `${why}; this is the verdict from when it came.`;
  return { ...onArrival, reason: found === undefined ? reason : `${found} ${reason}` };
}

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
