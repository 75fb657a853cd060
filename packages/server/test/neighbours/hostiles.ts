import { longReplies, unreadReplies, waitingReplies } from './hostile/answers.ts';
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
import { wrongSignatures } from './hostile/signatures.ts';
import type { Hostile } from './hostile.ts';

/** Neighbours that send too much, or never whole. Every new capability that a guest can reach adds its own. */
export const hostileSenders: readonly Hostile[] = [
  unfinishedBodies,
  manyGuestsUnfinished,
  chunksOfOneByte,
  largeUploads,
  fullSpeed,
  unknownTokens,
  pipelinedRequests,
  logIns,
  fillingGuests,
  longReplies,
  waitingReplies,
  unreadReplies,
  wrongSignatures,
];

/** Neighbours that ask for what is costly to give, or do not take it. */
export const hostileReaders: readonly Hostile[] = [
  stalledStreams,
  stalledLists,
  nestedArrays,
  hostileXml,
  gzipBombs,
  searches,
  everyDescriptor,
  inventedHints,
];

/** All of them. */
export const hostiles: readonly Hostile[] = [...hostileSenders, ...hostileReaders];

export function hostileCalled(name: string): Hostile {
  const found = hostiles.find((hostile) => hostile.name === name);
  if (found === undefined) throw new Error(`there is no hostile neighbour called ${name}`);
  return found;
}
