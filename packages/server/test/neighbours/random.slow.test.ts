import { testBeside } from './beside.ts';
import { randomHostile } from './random/random-hostile.ts';

/** Some of what `npm run bench:hostile` does for as long as one likes. */
const seeds = [2, 3];

testBeside(seeds.map(randomHostile), { quiet: 1, attacked: 8 });
