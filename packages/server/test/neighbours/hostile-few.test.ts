import { testBeside } from './beside.ts';
import { hostilesInBrief } from './hostiles.ts';

testBeside(hostilesInBrief.filter(({ store }) => store !== 'any'));
