/** A node reads the file of its clock anew so often, in milliseconds, and only when it looks at the clock: some 20 µs each. */
export const rereadMs = 20;
