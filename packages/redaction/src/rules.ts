/** What stands in place of a value that is hidden. */
export const hiddenValue = '•••';

export interface RedactionRules {
  /** `secrets` hides what names tell to be secret, `values` every value. */
  redact: 'secrets' | 'values';
  /** Further names whose values are hidden, compared as all names are. */
  fields: readonly string[];
  /** Names of headers that sign: those of all schemes, and of the endpoint's own settings. */
  signatureHeaders: readonly string[];
  /**
   * Texts that nobody may see wherever they stand, in any case of their letters and in names too: the endpoint's token, which senders
   * repeat in bodies.
   */
  hidden: readonly string[];
}
