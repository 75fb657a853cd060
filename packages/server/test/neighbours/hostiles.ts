import { inventedHints } from './hostile/nodes.ts';
import {
  everyDescriptor,
  gzipBombs,
  hostileXml,
  nestedArrays,
  stalledLists,
  stalledStreams,
} from './hostile/readers.ts';
import { searches } from './hostile/searchers.ts';
import {
  chunksOfOneByte,
  fillingGuests,
  fullSpeed,
  largeUploads,
  logIns,
  manyGuestsUnfinished,
  pipelinedRequests,
  unfinishedBodies,
  unknownTokens,
} from './hostile/senders.ts';
import type { Hostile } from './hostile.ts';

/** All hostile neighbours. Every new capability that a guest can reach adds its own. */
const hostiles: readonly Hostile[] = [
  unfinishedBodies,
  manyGuestsUnfinished,
  chunksOfOneByte,
  largeUploads,
  fullSpeed,
  unknownTokens,
  pipelinedRequests,
  logIns,
  fillingGuests,
  stalledStreams,
  stalledLists,
  nestedArrays,
  hostileXml,
  gzipBombs,
  searches,
  everyDescriptor,
  inventedHints,
];

/** The neighbours that are tried on this kind of database. */
export function hostilesFor(store: 'sqlite' | 'postgres'): readonly Hostile[] {
  const tried = store === 'sqlite' ? ['any', 'each'] : ['each', 'postgres'];
  return hostiles.filter((hostile) => tried.includes(hostile.store));
}

export function hostileCalled(name: string): Hostile {
  const found = hostiles.find((hostile) => hostile.name === name);
  if (found === undefined) throw new Error(`there is no hostile neighbour called ${name}`);
  return found;
}
