import { testBeside } from './beside.ts';
import { hostileSenders, hostilesInBrief } from './hostiles.ts';

testBeside(hostileSenders.filter((hostile) => !hostilesInBrief.includes(hostile)));
