import { testBeside } from './beside.ts';
import { hostileSettings, hostilesInBrief } from './hostiles.ts';

testBeside(hostileSettings.filter((hostile) => !hostilesInBrief.includes(hostile)));
