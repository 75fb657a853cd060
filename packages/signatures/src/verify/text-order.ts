/** The order of two texts by their UTF-16 code units, as `sort` has it. */
export function textOrder(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
