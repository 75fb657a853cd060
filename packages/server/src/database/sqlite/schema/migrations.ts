import { accountsAndCaptures } from './001-accounts-and-captures.ts';
import { payments } from './002-payments.ts';
import { guestNetworks } from './003-guest-networks.ts';
import { partialClears } from './004-partial-clears.ts';
import { endpointSettings } from './005-endpoint-settings.ts';
import { signatures } from './006-signatures.ts';
import { cutAnswers } from './007-cut-answers.ts';
import { keptHeaders } from './008-kept-headers.ts';
import { refusals } from './009-refusals.ts';
import { listenerAnswers } from './010-listener-answers.ts';
import { checksums } from './011-checksums.ts';
import { recentDeliveries } from './012-recent-deliveries.ts';
import { contracts } from './013-contracts.ts';
import { teams } from './014-teams.ts';
import { handoffs } from './015-handoffs.ts';
import { removals } from './016-removals.ts';

/**
 * Every schema this database ever had, as the steps from one to the next: forward only. A migration that
 * was released is never edited; a change is a new one at the end.
 */
export const migrations: readonly string[] = [
  accountsAndCaptures,
  payments,
  guestNetworks,
  partialClears,
  endpointSettings,
  signatures,
  cutAnswers,
  keptHeaders,
  refusals,
  listenerAnswers,
  checksums,
  recentDeliveries,
  contracts,
  teams,
  handoffs,
  removals,
];
