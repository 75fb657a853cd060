import { testBeside } from './beside.ts';
import { hostileReaders, hostilesInBrief } from './hostiles.ts';

testBeside(hostileReaders.filter((hostile) => !hostilesInBrief.includes(hostile)));
