import { atLength, testBeside } from './beside.ts';
import { hostileSettings } from './hostiles.ts';

testBeside(hostileSettings, atLength);
