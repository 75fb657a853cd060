import { failedSync } from './failed-sync.ts';
import type { Fault } from './fault.ts';
import { fullDisk } from './full-disk.ts';
import { powerFailure } from './power-failure.ts';
import { slowDisk } from './slow-disk.ts';

/** All faults that strike while clients are at work, in the order of the report. */
export const faults: readonly Fault[] = [powerFailure, failedSync, fullDisk, slowDisk];
