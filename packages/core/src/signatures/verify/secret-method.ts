import type { SignedHead, Signing, Verification } from '../scheme.ts';
import { findHeader } from '../schemes/headers.ts';
import { invalid, isSameText, type Method, missing, type NumberedSecret } from './method.ts';

/** Verifies headers that equal the secret. */
export class SecretMethod implements Method {
  readonly #way: Signing & { by: 'secret' };
  readonly #secrets: readonly NumberedSecret[];

  constructor(way: Signing & { by: 'secret' }, secrets: readonly NumberedSecret[]) {
    this.#way = way;
    this.#secrets = secrets;
  }

  verify(head: SignedHead): Verification {
    const { header, as } = this.#way;
    const value = findHeader(head.headers, header.toLowerCase());
    if (value === undefined) return missing(header);
    const given = as === undefined ? value : afterScheme(value, as);
    if (given === undefined)
      return invalid(
        `The ${header} header does not begin with ${as === 'basic' ? 'Basic' : 'Bearer'}.`,
      );
    const decoded = inUtf8(given);
    let made: number | undefined;
    for (const { text, secret } of this.#secrets) {
      const expected = as === 'basic' ? Buffer.from(text).toString('base64') : text;
      const isIt = [isSameText(expected, given), isSameText(expected, decoded)].includes(true);
      if (isIt) made ??= secret;
    }
    if (made !== undefined) return { verdict: 'valid', secret: made };
    return invalid(`No secret given here is in the ${header} header.`);
  }
}

/** A header of bytes beyond ASCII, which Node reads as Latin-1, as UTF-8. */
function inUtf8(value: string): string {
  return /^[\0-\xff]*$/.test(value) ? Buffer.from(value, 'latin1').toString() : value;
}

/** The text after the name of the authentication scheme, which may be written in any case. */
function afterScheme(value: string, name: string): string | undefined {
  if (value.slice(0, name.length + 1).toLowerCase() !== `${name} `) return undefined;
  return value.slice(name.length + 1).trimStart();
}
