/** The reason of a failed signature ends so while its cause is looked for; within 15 seconds another one takes its place. */
export const beingLookedInto = 'The cause is being looked for.';
