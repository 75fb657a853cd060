const quote = 0x22;
const backslash = 0x5c;

/** JSON with no more than this beside its strings, the quotes counted, is read in milliseconds, however long these are. */
export const mostBytesBeside = 16 * 1024;

/** Whether a JSON text has little beside its strings. A megabyte of brackets would hold the event loop for half a second. */
export function isMostlyStrings(json: Uint8Array): boolean {
  let beside = 0;
  let isInString = false;
  for (let at = 0; at < json.length; at++) {
    const byte = json[at];
    if (byte === quote) isInString = !isInString;
    else if (isInString) {
      if (byte === backslash) at += 1;
      continue;
    }
    beside += 1;
    if (beside > mostBytesBeside) return false;
  }
  return true;
}
