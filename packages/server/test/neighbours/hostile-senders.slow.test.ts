import { atLength, testBeside } from './beside.ts';
import { hostileSenders } from './hostiles.ts';

testBeside(hostileSenders, atLength);
