import type { NewCapture, StoredContractFinding } from './captures.ts';

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

/** The bytes that a capture counts for beside its own row: `octets` in `removal-step.ts` says the same. */
export function bytesBeside({ kept, findings }: BesideGroup, index: number): number {
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
