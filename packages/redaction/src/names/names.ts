import { decodedName, foldedName } from './folded-name.ts';

const secretName =
  /token|secret|password|passwd|apikey|auth|signature|session|credential|card|cvv|otp|(?:key|pass|sig)$/;

/** Where a name has several parts: `user[token]`, `user.pass`, `a;sig`. */
const betweenParts = /[[\],;/:?|(){}\s]+/;
const betweenPartsAndDots = /[[\].,;/:?|(){}\s]+/;

/** Names repeat, so what was found of them is kept; bounded, since they come from senders. */
const mostRemembered = 2000;
const longestRemembered = 100;

/** Tells the names of secrets. */
export class Names {
  readonly #fields: ReadonlySet<string>;
  readonly #remembered = new Map<string, boolean>();

  /** @param fields further names */
  constructor(fields: readonly string[]) {
    this.#fields = new Set(fields.map(foldedName).filter((field) => field !== ''));
  }

  /** Whether what a name names is a secret. */
  isSecret(name: string): boolean {
    const known = this.#remembered.get(name);
    if (known !== undefined) return known;
    const isSecret = this.#examine(name);
    if (name.length <= longestRemembered) {
      if (this.#remembered.size >= mostRemembered) this.#remembered.clear();
      this.#remembered.set(name, isSecret);
    }
    return isSecret;
  }

  #examine(name: string): boolean {
    const decoded = decodedName(name);
    if (this.#isSecretPart(decoded)) return true;
    if (!betweenPartsAndDots.test(decoded)) return false;
    return [betweenParts, betweenPartsAndDots].some((between) =>
      decoded.split(between).some((part) => this.#isSecretPart(part)),
    );
  }

  #isSecretPart(part: string): boolean {
    const folded = foldedName(part);
    return secretName.test(folded) || this.#fields.has(folded);
  }
}
