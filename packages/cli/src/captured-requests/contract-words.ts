import type { ContractFinding } from '@hookwell/client';
import { visible } from '../output/visible.ts';

/** A captured request of an endpoint with a contract has this. */
export interface Compared {
  contract?: ContractFinding | undefined;
}

/** `Fits the contract`, or what differs, in lines that are safe for a terminal; empty if there was no contract. */
export function contractLines({ contract }: Compared): string[] {
  if (contract === undefined) return [];
  const { verdict, differences = [], reason = '' } = contract;
  if (verdict === 'holds') return ['Fits the contract'];
  if (verdict === 'none') return [visible(`Not compared with the contract: ${reason}`)];
  return [
    'Differs from the contract:',
    ...differences.map(({ problem }) => visible(`  ${problem}`)),
  ];
}
