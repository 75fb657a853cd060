import { at } from '../../detail/json/json-document.ts';
import { pathOf } from '../../detail/json/json-path.ts';
import { scanJson } from '../../detail/json/scan-json.ts';

/** Finds the value in a JSON text that a place such as `replies[2].plan[0]` names; `undefined` if there is none. */
export function placeInText(
  text: string,
  place: string,
): { start: number; end: number } | undefined {
  const scanned = scanJson(text);
  if (!scanned.ok) return undefined;
  const { document } = scanned;
  const wanted = withoutNeedlessBrackets(place);
  for (let node = 1; node < document.size; node++) {
    const path = withoutNeedlessBrackets(pathOf(document, node, 'javascript'));
    if (path === wanted) return { start: at(document.starts, node), end: at(document.ends, node) };
  }
  return undefined;
}

/** `headers["location"]` and `headers.location` are the same place. */
function withoutNeedlessBrackets(path: string): string {
  return path.replace(/\["([\p{ID_Start}$_][\p{ID_Continue}$]*)"\]/gu, '.$1');
}
