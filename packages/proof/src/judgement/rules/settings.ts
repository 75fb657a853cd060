import type { Send, SettingsChange } from '../../history/operation.ts';
import { countUntil } from '../earliest.ts';
import type { Facts } from '../facts.ts';
import { type Findings, time } from '../findings.ts';

/** A version of an endpoint's settings. */
interface Version {
  place: number;
  change: SettingsChange;
  /** It was in force first, if ever, by then: its change was acknowledged, or it answered a sender. */
  effectiveBy: number;
}

/**
 * Settings that answer are in force.
 *
 * A change that was acknowledged counts, on every node, for all that is sent afterwards. So no sender is answered by a version whose
 * change had not begun when the answer came, by one that was refused, or by one that had come into force before a change began that
 * was acknowledged before the sender began. A change without an answer comes into force once, at any time after its
 * beginning, or never: also over changes that were acknowledged meanwhile. Version 0 is that of no settings at all.
 */
export function judgeSettings(facts: Facts, findings: Findings): void {
  const versions = versionsOf(facts);
  const acknowledged = acknowledgedOf(versions);
  for (const [place, operation] of facts.operations.entries()) {
    if (operation.kind !== 'send' || operation.outcome !== 'stored') continue;
    if (operation.answer !== undefined) continue;
    const problem = problemOf(operation, versions, acknowledged);
    if (problem === undefined) continue;
    findings.report('settings-version', problem.text, place, ...problem.places);
  }
}

/** By endpoint, and by number. */
function versionsOf({ operations }: Facts): Map<number, Map<number, Version>> {
  const versions = new Map<number, Map<number, Version>>();
  for (const [place, operation] of operations.entries()) {
    if (operation.kind !== 'settings') continue;
    const ofEndpoint = versions.get(operation.endpoint) ?? new Map<number, Version>();
    versions.set(operation.endpoint, ofEndpoint);
    const isDone = operation.outcome === 'done';
    const effectiveBy = isDone ? operation.ended : Number.POSITIVE_INFINITY;
    ofEndpoint.set(operation.version, { place, change: operation, effectiveBy });
  }
  for (const operation of operations) {
    if (operation.kind !== 'send' || operation.outcome !== 'stored') continue;
    if (operation.answer !== undefined) continue;
    const version = versions.get(operation.endpoint)?.get(versionOf(operation));
    if (version === undefined) continue;
    version.effectiveBy = Math.min(version.effectiveBy, operation.ended);
  }
  return versions;
}

/** By endpoint, in the order of the acknowledgements; of each the one that began last of all until then. */
function acknowledgedOf(
  versions: ReadonlyMap<number, ReadonlyMap<number, Version>>,
): Map<number, { ended: number; latest: Version }[]> {
  const acknowledged = new Map<number, { ended: number; latest: Version }[]>();
  for (const [endpoint, ofEndpoint] of versions) {
    const done = [...ofEndpoint.values()].filter(({ change }) => change.outcome === 'done');
    done.sort((a, b) => a.change.ended - b.change.ended);
    let latest = done[0];
    const row = done.map((version) => {
      if (latest === undefined || version.change.began > latest.change.began) latest = version;
      return { ended: version.change.ended, latest };
    });
    acknowledged.set(endpoint, row);
  }
  return acknowledged;
}

function problemOf(
  send: Send,
  versions: ReadonlyMap<number, ReadonlyMap<number, Version>>,
  acknowledged: ReadonlyMap<number, readonly { ended: number; latest: Version }[]>,
): { text: string; places: readonly number[] } | undefined {
  const { endpoint, mark, began, ended } = send;
  const version = versionOf(send);
  const answered = versions.get(endpoint)?.get(version);
  const sender = `the sender of mark ${mark} (${time(began)} to ${time(ended)})`;
  if (version !== 0) {
    if (answered === undefined || answered.change.outcome === 'refused') {
      return {
        text: `${sender} was answered by version ${version}, which was never set`,
        places: [],
      };
    }
    if (answered.change.began > ended) {
      const text = `${sender} was answered by version ${version} before that was set, at ${time(answered.change.began)}`;
      return { text, places: [answered.place] };
    }
  }
  const row = acknowledged.get(endpoint) ?? [];
  const count = countUntil(row.length, (at) => (row[at]?.ended ?? 0) >= began);
  const latest = row[count - 1]?.latest;
  const effectiveBy = version === 0 ? Number.NEGATIVE_INFINITY : (answered?.effectiveBy ?? 0);
  if (latest === undefined || latest.change.began <= effectiveBy) return undefined;
  const text =
    `${sender} was answered by version ${version}, in force by ${time(effectiveBy)}, though version ` +
    `${latest.change.version}, set from ${time(latest.change.began)} on, was acknowledged at ${time(latest.change.ended)}`;
  return { text, places: [latest.place, answered?.place ?? -1] };
}

/** The acknowledgement of the service itself names no version. */
function versionOf({ version = 0 }: Send): number {
  return version;
}
