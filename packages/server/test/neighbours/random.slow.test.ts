import { atLength, testBeside } from './beside.ts';
import { randomHostile } from './random/random-hostile.ts';

/** A minute of what `npm run bench:hostile` does for as long as one likes. */
const seeds = [1, 2, 3, 4, 5, 6];

testBeside(seeds.map(randomHostile), atLength);
