const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/**
 * A time span in two units at most: `250 ms`, `1.5 s`, `42 s`, `1 m 30 s`, `2 h 5 m`, `3 d 4 h`. A negative one is
 * `0 ms`: the clocks of two nodes may differ.
 * @param milliseconds the span
 */
export function durationText(milliseconds: number): string {
  const ms = Math.max(0, Math.round(milliseconds));
  if (ms < second) return `${ms} ms`;
  if (ms < 9.95 * second) return `${trimZero((ms / second).toFixed(1))} s`;
  if (ms < 59.5 * second) return `${Math.round(ms / second)} s`;
  if (ms < hour - second / 2) return inUnits(ms, minute, 'm', second, 's');
  if (ms < day - minute / 2) return inUnits(ms, hour, 'h', minute, 'm');
  return inUnits(ms, day, 'd', hour, 'h');
}

function trimZero(text: string): string {
  return text.replace(/\.0$/, '');
}

/** Rounds to the smaller unit first, so that its number never reaches a whole larger unit. */
function inUnits(ms: number, large: number, largeName: string, small: number, smallName: string) {
  const smalls = Math.round(ms / small);
  const each = large / small;
  const rest = smalls % each;
  const first = `${Math.floor(smalls / each)} ${largeName}`;
  return rest === 0 ? first : `${first} ${rest} ${smallName}`;
}
