import type { Operation } from '../history/operation.ts';
import { type Captures, gatherCaptures } from './captures.ts';
import { Endpoints } from './endpoints.ts';

/** A history, and what follows from it for each capture: the rules look at this. */
export interface Facts {
  operations: readonly Operation[];
  endpoints: Endpoints;
  /** The places of sends by their marks. */
  sends: ReadonlyMap<number, number>;
  captures: Captures;
}

export function gatherFacts(operations: readonly Operation[]): Facts {
  const endpoints = new Endpoints(operations);
  const sends = new Map<number, number>();
  for (const [place, operation] of operations.entries()) {
    if (operation.kind === 'send') sends.set(operation.mark, place);
  }
  return { operations, endpoints, sends, captures: gatherCaptures(operations, sends, endpoints) };
}
