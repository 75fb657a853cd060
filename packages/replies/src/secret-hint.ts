/** The shortest secret of which a hint shows anything. */
const shortestShown = 12;

/** The last line of keys and certificates in PEM, which is the same for all of them. */
const pemEnd = /-----END [A-Z0-9 ]{1,40}-----$/;

/**
 * The part of a secret that is shown: its last four characters, or nothing if it has fewer than twelve. White space at its end
 * does not count, nor does what stands before a colon: it may be the name that belongs to a short password.
 */
export function hintOf(secret: string): string {
  const end = secret.trimEnd().replace(pemEnd, '').trimEnd();
  const shown = end.slice(end.lastIndexOf(':') + 1);
  // Twice as many code units are at least so many characters.
  const characters = Array.from(shown.slice(-2 * shortestShown));
  return characters.length < shortestShown ? '…' : `…${characters.slice(-4).join('')}`;
}
