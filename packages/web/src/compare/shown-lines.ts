import type { ComparedLine } from './compare-lines.ts';

/** A compared line, or the number of equal lines that are folded away. */
export type ShownLine = { kind: 'line'; line: ComparedLine } | { kind: 'gap'; count: number };

/** So many equal lines stay before and after a difference. */
const contextLines = 3;

/** With `onlyChanges`, equal lines that are far from any difference are folded away. */
export function shownLines(lines: readonly ComparedLine[], onlyChanges: boolean): ShownLine[] {
  if (!onlyChanges) return lines.map((line) => ({ kind: 'line', line }));
  const shown: ShownLine[] = [];
  const near = nearChanges(lines);
  let hidden = 0;
  lines.forEach((line, index) => {
    if (near[index] !== 1) {
      hidden++;
      return;
    }
    if (hidden > 0) shown.push({ kind: 'gap', count: hidden });
    hidden = 0;
    shown.push({ kind: 'line', line });
  });
  if (hidden > 0) shown.push({ kind: 'gap', count: hidden });
  return shown;
}

function nearChanges(lines: readonly ComparedLine[]): Uint8Array {
  const near = new Uint8Array(lines.length);
  lines.forEach(({ change }, index) => {
    if (change !== 'same')
      near.fill(1, Math.max(0, index - contextLines), index + contextLines + 1);
  });
  return near;
}
