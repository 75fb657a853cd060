import type { Fault } from './fault.ts';

/** All faults that strike while clients are at work, in the order of the report. */
export const faults: readonly Fault[] = [];
