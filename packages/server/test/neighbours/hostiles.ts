import {
  fullWaiting,
  longReplies,
  unreadOfManyGuests,
  unreadReplies,
  waitingReplies,
} from './hostile/answers.ts';
import { manyAttempts, manyHeaderReads } from './hostile/attempts.ts';
import { dearContracts } from './hostile/contracts.ts';
import { freshGuests, goneSenders, repeatedNames, wholeBodies } from './hostile/examinations.ts';
import { crowdedHeads, endlessHeads, headsOfUnfinished, keptHeaders } from './hostile/heads.ts';
import { answeringStreams, largeAnswers } from './hostile/listeners.ts';
import { inventedHints } from './hostile/nodes.ts';
import { badQueries, longQueries, strangers } from './hostile/queries.ts';
import {
  documentReads,
  everyDescriptor,
  gzipBombs,
  hostileXml,
  nestedArrays,
  stalledLists,
  stalledStreams,
} from './hostile/readers.ts';
import { refusedEverywhere, refusedRequests } from './hostile/refusals.ts';
import { oddQueries, searches } from './hostile/searchers.ts';
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
import { shapes } from './hostile/shapes.ts';
import { sharedReads } from './hostile/shares.ts';
import { dearVerifications, wrongSignatures } from './hostile/signatures.ts';
import { changedSettings, manyWrites } from './hostile/writers.ts';
import { type Hostile, together } from './hostile.ts';
import { randomHostile, randomHostileCalled } from './random/random-hostile.ts';

/** Tried in brief, so it is one and the same in its list. */
const longQueriesOfMany = together(badQueries, longQueries, strangers);

/**
 * Neighbours that send too much, or never whole. Every new capability that a guest can reach adds its own. Those that harm in
 * different ways attack together, which takes half the time.
 */
export const hostileSenders: readonly Hostile[] = [
  together(unfinishedBodies, endlessHeads),
  manyGuestsUnfinished,
  together(chunksOfOneByte, headsOfUnfinished),
  crowdedHeads,
  keptHeaders,
  largeUploads,
  fullSpeed,
  unknownTokens,
  together(pipelinedRequests, logIns),
  fillingGuests,
  longReplies,
  together(waitingReplies, unreadReplies),
  wrongSignatures,
  manyWrites,
  refusedRequests,
  refusedEverywhere,
];

/** Neighbours that ask for what is costly to give, or do not take it. */
export const hostileReaders: readonly Hostile[] = [
  stalledStreams,
  stalledLists,
  documentReads,
  together(nestedArrays, hostileXml),
  gzipBombs,
  searches,
  shapes,
  sharedReads,
  everyDescriptor,
  inventedHints,
  together(manyHeaderReads, manyAttempts),
];

/** Neighbours whose endpoints have settings that make small requests dear, or answers that stay. */
export const hostileSettings: readonly Hostile[] = [
  longQueriesOfMany,
  together(repeatedNames, goneSenders),
  wholeBodies,
  freshGuests,
  dearVerifications,
  dearContracts,
  changedSettings,
  oddQueries,
  fullWaiting,
  together(answeringStreams, largeAnswers),
  randomHostile(3),
];

/**
 * One of each kind of harm, which `npm test` tries: memory, threads, writes, reads and unread answers, and random guests. The others
 * are tried by `npm run test:slow`.
 */
export const hostilesInBrief: readonly Hostile[] = [
  manyGuestsUnfinished,
  longReplies,
  fullSpeed,
  searches,
  stalledStreams,
  longQueriesOfMany,
  randomHostile(1),
];

/** Those that take long until they harm anybody: `npm run bench:neighbours` alone tries them. */
export const slowHostiles: readonly Hostile[] = [unreadOfManyGuests];

/** Every single one. */
export const hostiles: readonly Hostile[] = [
  ...[...hostileSenders, ...hostileReaders, ...hostileSettings].flatMap(
    (hostile) => hostile.parts ?? [hostile],
  ),
  ...slowHostiles,
];

export function hostileCalled(name: string): Hostile {
  const found =
    randomHostileCalled(name) ??
    [...hostileSenders, ...hostileReaders, ...hostileSettings, ...hostiles].find(
      (hostile) => hostile.name === name,
    );
  if (found === undefined) throw new Error(`there is no hostile neighbour called ${name}`);
  return found;
}
