/** The types of what TypeScript takes from `least-node.cjs`. */
export const leastNode: { range: string; words: string };
export const leastClientNode: { range: string; words: string };
export function runsHookwell(): boolean;
