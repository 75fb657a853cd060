import type { NewCapture } from './captures.ts';

/** The kept X- headers of a group's captures, by the indexes of these; mostly none has any. */
export type KeptInGroup = ReadonlyMap<number, string>;

export function keptInGroup(captures: readonly NewCapture[]): KeptInGroup | undefined {
  if (captures.every(({ keptHeaders }) => keptHeaders === undefined)) return undefined;
  return new Map(
    captures.flatMap(({ keptHeaders }, index) =>
      keptHeaders === undefined ? [] : [[index, keptHeaders] as const],
    ),
  );
}
