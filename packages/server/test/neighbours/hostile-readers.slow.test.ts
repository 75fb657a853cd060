import { atLength, testBeside } from './beside.ts';
import { hostileReaders } from './hostiles.ts';

testBeside(hostileReaders, atLength);
