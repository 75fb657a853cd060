import type { Operation } from '../history/operation.ts';
import type { Violation } from './anomaly.ts';
import { gatherFacts } from './facts.ts';
import { Findings } from './findings.ts';
import { judgeAnswers } from './rules/answers.ts';
import { judgeAttempts } from './rules/attempts.ts';
import { judgeContracts } from './rules/contracts.ts';
import { judgeDeleted } from './rules/deleted.ts';
import { judgeIds } from './rules/ids.ts';
import { judgeReads } from './rules/reads.ts';
import { judgeRemoved } from './rules/removed.ts';
import { Scopes } from './rules/scope.ts';
import { judgeSettings } from './rules/settings.ts';
import { judgeStored } from './rules/stored.ts';
import { judgeStreams } from './rules/streams.ts';
import { judgeVerdicts } from './rules/verdicts.ts';
import { WholeLists } from './rules/whole-lists.ts';
import { judgeWithoutIds } from './rules/without-ids.ts';
import { markedRemovals } from './unclear-clears.ts';

export type { Anomaly, Violation } from './anomaly.ts';

/**
 * Judges a history: gives what contradicts the promises of the service, of each kind of anomaly the first thousand. It knows the service
 * by its promises alone, and takes time and memory in proportion to the history (times a logarithm).
 *
 * It never accuses a service that keeps its promises: whatever has no clear outcome may have had its effect at any time from its
 * beginning on, or never. Each rule says what it asks for; what two rules see is reported by both.
 */
export function judge(operations: readonly Operation[]): Violation[] {
  const facts = gatherFacts(operations);
  const removals = markedRemovals(facts);
  const scopes = new Scopes(facts);
  const lists = new WholeLists(facts, removals);
  const findings = new Findings();
  judgeStored(facts, findings);
  judgeIds(facts, findings);
  judgeReads(facts, scopes, findings);
  judgeWithoutIds(facts, lists, findings);
  judgeRemoved(facts, findings);
  judgeStreams(facts, scopes, findings);
  judgeAttempts(facts, lists, findings);
  judgeAnswers(facts, findings);
  judgeSettings(facts, findings);
  judgeVerdicts(facts, findings);
  judgeContracts(facts, findings);
  judgeDeleted(facts, findings);
  return findings.violations;
}
