/** The time as the server sees it, in milliseconds since 1970. Tests hand in their own. */
export type Clock = () => number;
