/** A plausible bug: one place of our own code, written otherwise. */
export interface Mutation {
  /** Within `packages/server/src/`. */
  file: string;
  /** Stands there once. */
  replace: string;
  by: string;
  /** What is broken, in a few words. */
  why: string;
  /** The name of the model that has to find it. */
  foundBy: string;
}
