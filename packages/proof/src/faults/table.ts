import { cutNetwork } from './cut-network.ts';
import { endedBackend, killedBackend } from './ended-backend.ts';
import { failover } from './failover.ts';
import type { Fault } from './fault.ts';
import { frozenLeader, frozenNode } from './frozen-node.ts';
import { frozenPostgres } from './frozen-postgres.ts';
import { differingClocks, jumpingClock } from './jumping-clock.ts';
import { killedNode, killedNodes } from './killed-node.ts';
import { killedPostgres, stoppedPostgres } from './killed-postgres.ts';
import { lostAnswers } from './lost-answers.ts';
import { deafDatabase, lostDatabase, muteDatabase } from './silent-network.ts';
import { stoppedNode } from './stopped-node.ts';

/** All faults that strike while clients are at work, in the order of the report. */
export const faults: readonly Fault[] = [
  killedNode,
  killedNodes,
  stoppedNode,
  frozenNode,
  frozenLeader,
  killedPostgres,
  stoppedPostgres,
  killedBackend,
  endedBackend,
  frozenPostgres,
  deafDatabase,
  muteDatabase,
  lostDatabase,
  cutNetwork,
  lostAnswers,
  jumpingClock,
  differingClocks,
  failover,
];
