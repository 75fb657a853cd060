import type { Scheme, SchemeSettings, SignedHead, Signing, Verification } from '../scheme.ts';
import { checkSecret, withPlace } from '../schemes/checks.ts';
import { findScheme, usualTolerance } from '../schemes/table.ts';
import { waysFor, waysOf } from '../schemes/ways.ts';
import { Body } from './body.ts';
import { HmacMethod } from './hmac-method.ts';
import { keyOf } from './keys.ts';
import {
  AnyOf,
  type BodyHashing,
  type Method,
  type NumberedSecret,
  unverifiable,
} from './method.ts';
import { ownMethod } from './own/own-method.ts';
import { PublicKeyMethod } from './public-key-method.ts';
import { SecretMethod } from './secret-method.ts';
import { usualTurns, type WorkTurns } from './steps.ts';

export { KeyedHash } from './hmac-method.ts';
export type { BodyHashing } from './method.ts';
export type { WorkTurns } from './steps.ts';

/** A larger body that nobody hashed while it arrived is hashed in slices, between which others have their turn. */
const mostBytesAtOnce = 2 ** 18;

/** Verifies the requests of an endpoint. Made once for its settings, it keeps the keys ready. */
export class Verifier {
  readonly #method: Method | Verification;

  /**
   * Secrets that the scheme cannot use are as if they were not there.
   * @param ways instead of the scheme's: with these, any secret that a key can be made of counts
   */
  constructor(settings: SchemeSettings, secrets: readonly string[], ways?: readonly Signing[]) {
    this.#method = methodOf(settings, secrets, ways);
  }

  /** Begins to hash a body that arrives in pieces; undefined if that is of no use to the scheme. */
  begin(head: SignedHead): BodyHashing | undefined {
    return 'verdict' in this.#method ? undefined : this.#method.begin?.(head);
  }

  /**
   * Verifies a request. At once, unless that would take long. It neither throws nor rejects, whatever the request is.
   * @param hashing of the whole body, if it was hashed while it arrived; it is used up
   * @param turns where what takes long is done; the result rejects only if they do
   */
  verify(
    head: SignedHead,
    pieces: readonly Uint8Array[],
    hashing?: BodyHashing,
    turns = usualTurns,
  ): Verification | Promise<Verification> {
    if ('verdict' in this.#method) return this.#method;
    const body = new Body(pieces);
    if (hashing !== undefined || body.length <= mostBytesAtOnce)
      return this.#method.verify(head, body, hashing, turns);
    return hashInSlices(this.#method, head, body, turns);
  }
}

async function hashInSlices(
  method: Method,
  head: SignedHead,
  body: Body,
  turns: WorkTurns,
): Promise<Verification> {
  const hashing = method.begin?.(head);
  if (hashing !== undefined) {
    for (const piece of body.pieces) {
      for (let at = 0; at < piece.length; at += mostBytesAtOnce) {
        const slice = piece.subarray(at, at + mostBytesAtOnce);
        await turns.step(() => hashing.update(slice));
      }
    }
  }
  return method.verify(head, body, hashing, turns);
}

/** The method that verifies by settings; a verification that holds for all requests if nothing can. */
function methodOf(
  settings: SchemeSettings,
  secrets: readonly string[],
  otherWays?: readonly Signing[],
): Method | Verification {
  const scheme = findScheme(settings.scheme);
  if (scheme === undefined) return unverifiable('This version does not know the scheme.');
  if (secrets.length === 0) return unverifiable('There is no secret yet.');
  const ways = otherWays ?? waysOf(scheme, settings);
  const isKey = (way: Signing, secret: string) =>
    otherWays === undefined
      ? checkKey(settings, secret) === undefined
      : isKeyOf(way, settings, secret);
  const methods = ways.flatMap((way) => {
    const itsSecrets = secrets.flatMap((text, secret) =>
      waysFor(ways, text).includes(way) && isKey(way, text) ? { text, secret } : [],
    );
    return itsSecrets.length === 0 ? [] : methodOfWay(way, itsSecrets, scheme, settings);
  });
  const [method, ...others] = methods;
  if (method === undefined) return unverifiable(`No secret given here is one of ${scheme.title}.`);
  return others.length === 0 ? method : new AnyOf(methods);
}

function methodOfWay(
  way: Signing,
  secrets: readonly NumberedSecret[],
  scheme: Scheme,
  settings: SchemeSettings,
): Method {
  const tolerance = settings.tolerance ?? scheme.tolerance ?? usualTolerance;
  switch (way.by) {
    case 'hmac':
      return new HmacMethod(way, secrets, tolerance);
    case 'public-key':
      return new PublicKeyMethod(way, secrets, tolerance);
    case 'secret':
      return new SecretMethod(way, secrets);
    case 'own':
      return ownMethod(scheme.name, settings, secrets, tolerance);
  }
}

/** `checkSecret`, and whether a key can be made of it. A sentence, without the secret, if the scheme cannot use it. */
export function checkKey(settings: SchemeSettings, secret: string): string | undefined {
  const fault = checkSecret(settings, secret);
  const scheme = findScheme(settings.scheme);
  if (fault !== undefined || scheme === undefined) return fault;
  const ways = waysFor(waysOf(scheme, settings), secret);
  return ways.every((way) => isKeyOf(way, settings, secret))
    ? undefined
    : withPlace(`It is not a key of ${scheme.title}.`, scheme);
}

/** Whether a way can make a key of a secret. */
function isKeyOf(way: Signing, settings: SchemeSettings, secret: string): boolean {
  try {
    if (way.by === 'own') ownMethod(settings.scheme, settings, [{ text: secret, secret: 0 }], 0);
    if (way.by === 'hmac' || way.by === 'public-key') keyOf(way, secret);
    return true;
  } catch {
    return false;
  }
}
