import { wholeSchema } from './001-whole-schema.ts';
import { guestNetworks } from './002-guest-networks.ts';
import { partialClears } from './003-partial-clears.ts';
import { endpointSettings } from './004-endpoint-settings.ts';
import { signatures } from './005-signatures.ts';
import { cutAnswers } from './006-cut-answers.ts';
import { keptHeaders } from './007-kept-headers.ts';
import { refusals } from './008-refusals.ts';
import { listenerAnswers } from './009-listener-answers.ts';
import { contracts } from './010-contracts.ts';
import { teams } from './011-teams.ts';
import { handoffs } from './012-handoffs.ts';
import { removals } from './013-removals.ts';

/** One step from a schema to the next. */
interface Migration {
  statements: string;
  /** The schema version that a server must know at least to go on working with this schema. */
  neededVersion: number;
}

/**
 * Every schema this database ever had, as the steps from one to the next: forward only. Times are milliseconds
 * since 1970. A migration that was released is never edited; a change is a new one at the end.
 */
export const migrations: readonly Migration[] = [
  wholeSchema,
  guestNetworks,
  partialClears,
  endpointSettings,
  signatures,
  cutAnswers,
  keptHeaders,
  refusals,
  listenerAnswers,
  contracts,
  teams,
  handoffs,
  removals,
];
