import type { CaptureFields, NewCapture, StoredContractFinding } from './captures.ts';

/** An amount by which an endpoint's counters rise or fall. */
export interface EndpointTotal {
  captures: number;
  bytes: number;
}

/** The amount that a group adds to the counters of an endpoint, if that has the settings of this version. */
interface GroupTotal extends EndpointTotal {
  endpointId: number;
  settingsVersion: number;
}

/** The versions of the settings of a group's captures; `undefined` if all are 0, as most groups have it. */
export function settingsVersionsOf(captures: readonly NewCapture[]): number[] | undefined {
  if (captures.every(({ settingsVersion }) => settingsVersion === 0)) return undefined;
  return captures.map(({ settingsVersion }) => settingsVersion);
}

/** The amounts that a group adds. The versions are in the order of the captures; absent if all of them are 0. */
export function groupTotals(
  captures: readonly CaptureFields[],
  settingsVersions?: readonly number[],
  beside: BesideGroup = {},
): GroupTotal[] {
  const totals: GroupTotal[] = [];
  // An endpoint has more than one total only while its settings change.
  const lastOf = new Map<number, GroupTotal>();
  for (const [index, { endpointId, target, headers, bodySize }] of captures.entries()) {
    const settingsVersion = settingsVersions?.[index] ?? 0;
    const sent = Buffer.byteLength(target) + Buffer.byteLength(headers) + bodySize;
    const bytes = sent + bytesBeside(beside, index);
    let total = lastOf.get(endpointId);
    if (total !== undefined && total.settingsVersion !== settingsVersion) {
      total = totals.find(
        (other) => other.endpointId === endpointId && other.settingsVersion === settingsVersion,
      );
    }
    if (total === undefined) {
      total = { endpointId, settingsVersion, captures: 0, bytes: 0 };
      totals.push(total);
      lastOf.set(endpointId, total);
    }
    total.captures += 1;
    total.bytes += bytes;
  }
  return totals;
}

/** The number of captures of a group that were stored: the account of each other is 0 (`GroupAnswer`). */
export function storedOf(accountIds: readonly number[]): number {
  return accountIds.reduce((count, accountId) => count + (accountId === 0 ? 0 : 1), 0);
}

/** Counts one capture of so many bytes. */
export function addToTotal(
  totals: Map<number, EndpointTotal>,
  endpointId: number,
  bytes: number,
): void {
  const total = totals.get(endpointId);
  if (total === undefined) {
    totals.set(endpointId, { captures: 1, bytes });
  } else {
    total.captures += 1;
    total.bytes += bytes;
  }
}

/** What captures of a group have in tables of their own, by the indexes of these; mostly none has any. */
export interface BesideGroup {
  /** The kept X- headers. */
  kept?: ReadonlyMap<number, string>;
  /** What was found by contracts. */
  findings?: ReadonlyMap<number, StoredContractFinding>;
}

/** Without a member if no capture has any of it. */
export function besideGroup(captures: readonly NewCapture[]): BesideGroup {
  const beside: BesideGroup = {};
  const kept = byIndex(captures, ({ keptHeaders }) => keptHeaders);
  if (kept !== undefined) beside.kept = kept;
  const findings = byIndex(captures, ({ contract }) => contract);
  if (findings !== undefined) beside.findings = findings;
  return beside;
}

/** The bytes that a capture counts for beside its own row: `octets` in `counted-captures.ts` says the same. */
function bytesBeside({ kept, findings }: BesideGroup, index: number): number {
  if (kept === undefined && findings === undefined) return 0;
  return (
    Buffer.byteLength(kept?.get(index) ?? '') +
    Buffer.byteLength(findings?.get(index)?.finding ?? '')
  );
}

function byIndex<Value>(
  captures: readonly NewCapture[],
  of: (capture: NewCapture) => Value | undefined,
): ReadonlyMap<number, Value> | undefined {
  if (captures.every((capture) => of(capture) === undefined)) return undefined;
  return new Map(
    captures.flatMap((capture, index) => {
      const value = of(capture);
      return value === undefined ? [] : [[index, value] as const];
    }),
  );
}
