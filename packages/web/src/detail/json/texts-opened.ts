import {
  at,
  columnsFor,
  decoded,
  type JsonColumns,
  type JsonDocument,
  JsonKind,
  kindOf,
  valueText,
} from './json-document.ts';
import { scanJson } from './scan-json.ts';

/** Texts inside of texts are opened so many levels deep. Each level at least doubles the escapes of an honest sender. */
const mostLevels = 4;
/** Texts beyond these sums stay texts. Each of them is scanned before the tree shows. */
const mostTexts = 2000;
const mostCharacters = 4 * 1024 * 1024;

/**
 * Reads a text that holds JSON, such as the form field `payload` of GitHub and Slack. Gives `undefined` for other texts,
 * and for JSON without anything inside: a number or a word is not meant as JSON.
 */
export function jsonInText(text: string, { isCut = false } = {}): JsonDocument | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  const result = scanJson(text, { isCut });
  return result.ok && at(result.document.childCounts, 0) > 0 ? result.document : undefined;
}

/**
 * Opens the texts of a document that hold JSON themselves: the children of each become children of its node. Their own
 * text is put behind the document's text, so every token is read from the text that the sender wrote.
 */
export function withTextsOpened(document: JsonDocument): JsonDocument {
  const left: Budget = { texts: mostTexts, characters: mostCharacters };
  let opened = document;
  let from = 0;
  for (let level = 0; level < mostLevels; level++) {
    const found = textsWithJson(opened, from, left);
    if (found.size === 0) break;
    from = opened.text.length;
    opened = joined(opened, found);
  }
  return opened;
}

interface Budget {
  texts: number;
  characters: number;
}

/** The documents in the texts that begin at this index or behind it, by node. */
function textsWithJson(
  document: JsonDocument,
  from: number,
  left: Budget,
): Map<number, JsonDocument> {
  const found = new Map<number, JsonDocument>();
  for (let node = 0; node < document.size && left.texts > 0; node++) {
    if (kindOf(document, node) !== JsonKind.string || at(document.starts, node) < from) continue;
    if (!mayHoldJson(document, node, left.characters)) continue;
    const text = decoded(valueText(document, node));
    left.texts -= 1;
    left.characters -= text.length;
    const inside = jsonInText(text);
    if (inside !== undefined) found.set(node, inside);
  }
  return found;
}

/** Looks at the length and the first character alone, since a document can have a million texts. */
function mayHoldJson({ text, starts, ends }: JsonDocument, node: number, most: number): boolean {
  const start = at(starts, node);
  const length = at(ends, node) - start;
  return length > 4 && length <= most && /[[{\\\s]/.test(text[start + 1] ?? '');
}

/** Puts documents into the texts that hold them. */
function joined(outer: JsonDocument, inside: ReadonlyMap<number, JsonDocument>): JsonDocument {
  const places = newPlaces(outer, inside);
  const size = at(places, outer.size);
  const cutIn = outer.cutIn < 0 ? -1 : at(places, outer.cutIn);
  const whole = columnsFor(size);
  const texts = [outer.text];
  let length = outer.text.length;
  for (let node = 0; node < outer.size; node++) {
    const place = at(places, node);
    copyNode(outer, node, whole, place, 0);
    whole.parents[place] = node === 0 ? -1 : at(places, at(outer.parents, node));
    whole.depths[place] = node === 0 ? 0 : at(whole.depths, at(whole.parents, place)) + 1;
    whole.afters[place] = at(places, at(outer.afters, node));
    const document = inside.get(node);
    if (document === undefined) continue;
    putInside(document, whole, place, length + 1);
    texts.push(document.text);
    length += 1 + document.text.length;
  }
  return { ...whole, text: texts.join('\n'), size, cutIn };
}

/** The number that each node gets, and at last the size of the whole. */
function newPlaces(outer: JsonDocument, inside: ReadonlyMap<number, JsonDocument>): Int32Array {
  const places = new Int32Array(outer.size + 1);
  let next = 0;
  for (let node = 0; node < outer.size; node++) {
    places[node] = next;
    next += inside.get(node)?.size ?? 1;
  }
  places[outer.size] = next;
  return places;
}

/** The node of the text takes the place of the outermost container of its document. */
function putInside(document: JsonDocument, whole: JsonColumns, place: number, offset: number) {
  whole.childCounts[place] = at(document.childCounts, 0);
  const depth = at(whole.depths, place);
  for (let node = 1; node < document.size; node++) {
    copyNode(document, node, whole, place + node, offset);
    whole.parents[place + node] = place + at(document.parents, node);
    whole.depths[place + node] = depth + at(document.depths, node);
    whole.afters[place + node] = place + at(document.afters, node);
  }
}

/** Copies the parts of a node that do not point at other nodes. */
function copyNode(from: JsonColumns, node: number, to: JsonColumns, place: number, by: number) {
  const keyStart = at(from.keyStarts, node);
  to.kinds[place] = at(from.kinds, node);
  to.starts[place] = at(from.starts, node) + by;
  to.ends[place] = at(from.ends, node) + by;
  to.keyStarts[place] = keyStart < 0 ? -1 : keyStart + by;
  to.keyEnds[place] = keyStart < 0 ? -1 : at(from.keyEnds, node) + by;
  to.places[place] = at(from.places, node);
  to.childCounts[place] = at(from.childCounts, node);
}
