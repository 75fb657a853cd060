import type { ReplayFaults } from '@hookwell/client';
import { UsageError } from '../command-line/outcome.ts';

/** Options that test a receiver: what a sender or the way to it may do to requests. */
export const faultOptions = {
  duplicate: {
    type: 'number',
    placeholder: 'N',
    description: 'Send each request N times.',
    minimum: 1,
    maximum: 100,
  },
  shuffle: { type: 'flag', description: 'Send in an order of chance.' },
  drop: {
    type: 'text',
    placeholder: 'SHARE',
    description: 'Leave out a share of the requests, from 0 to 1, chosen by chance.',
  },
  seed: {
    type: 'number',
    placeholder: 'N',
    description: 'Decide like an earlier replay that told this seed.',
    maximum: 4_294_967_295,
  },
} as const;

interface FaultValues {
  duplicate: number | undefined;
  shuffle: boolean;
  drop: string | undefined;
  seed: number | undefined;
}

/**
 * The faults that the options name; `undefined` if there is none.
 * @throws {UsageError} if the share is none, or a seed has nothing to decide
 */
export function faultsOf(values: FaultValues, command: string): ReplayFaults | undefined {
  const { duplicate, shuffle, seed } = values;
  const drop = values.drop === undefined ? undefined : shareOf(values.drop, command);
  if (seed !== undefined && !shuffle && drop === undefined) {
    throw new UsageError('Option --seed needs --shuffle or --drop', command);
  }
  if (duplicate === undefined && !shuffle && drop === undefined) return undefined;
  return { duplicate, shuffle, drop, seed };
}

function shareOf(text: string, command: string): number {
  const share = /^(\d+(\.\d*)?|\.\d+)$/.test(text) ? Number(text) : Number.NaN;
  if (share >= 0 && share <= 1) return share;
  throw new UsageError('Option --drop must be a number from 0 to 1, such as 0.1', command);
}
