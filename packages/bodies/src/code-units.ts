/** Functions take so many arguments. */
const unitsAtOnce = 8192;

/** The text of these units of UTF-16. */
export function textOfUnits(units: Uint16Array): string {
  let text = '';
  for (let from = 0; from < units.length; from += unitsAtOnce) {
    text += Reflect.apply(String.fromCharCode, undefined, units.subarray(from, from + unitsAtOnce));
  }
  return text;
}
