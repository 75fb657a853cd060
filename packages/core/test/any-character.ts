import fc from 'fast-check';

const surrogates = { first: 0xd800, count: 0x800 };

/**
 * Any character, each as likely as another: the unit of a text. For its own unit `binary`, which is the same, fast-check makes a table of
 * all of them in each process: that takes a second, and 85 MB.
 */
export const anyCharacter: fc.Arbitrary<string> = fc
  .nat(0x10_ffff - surrogates.count)
  .map(
    (index) => String.fromCodePoint(index < surrogates.first ? index : index + surrogates.count),
    indexOf,
  );

/** With it, fast-check tries texts that it knows to be dangerous, such as `__proto__`. */
function indexOf(character: unknown): number {
  const code = typeof character === 'string' ? character.codePointAt(0) : undefined;
  if (code === undefined || String.fromCodePoint(code) !== character) {
    throw new Error('That is not one character');
  }
  return code < surrogates.first ? code : code - surrogates.count;
}
