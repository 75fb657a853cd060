import { testBeside } from './beside.ts';
import { hostileSenders, hostilesInBrief } from './hostiles.ts';

const others = hostileSenders.filter((hostile) => !hostilesInBrief.includes(hostile));
testBeside(others.filter(({ store }) => store === 'any'));
