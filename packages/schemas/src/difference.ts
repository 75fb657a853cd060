/** Something about a value that its schema does not allow. */
export interface Difference {
  /** The place in the value, as the match language writes it: `customer.email`, `lines[0].amount`; empty for the whole value. */
  path: string;
  /** In plain words: "`amount` is a string, was an integer". */
  problem: string;
}
