import { firstStep, hasStep, scalarText, valueAt } from './body-json.ts';
import type { BodyShape, JsonCondition, Marks } from './parts/parts.ts';
import type { RequestFacts } from './request-facts.ts';

/** Something of a mark, and the place of its sender in the table. */
interface Placed<Part> {
  part: Part;
  place: number;
}

/** The marks of a table by what they are looked up by: most requests have none of nearly all senders. */
interface MarksIndex {
  userAgents: readonly Placed<string>[];
  /** The first sender with that mark. */
  headers: ReadonlyMap<string, number>;
  mediaTypes: ReadonlyMap<string, number>;
  headersTogether: readonly Placed<readonly string[]>[];
  queries: readonly Placed<readonly string[]>[];
  /** The shapes of JSON bodies by the first step of their first path. */
  jsonShapes: ReadonlyMap<string, readonly Placed<BodyShape>[]>;
  otherShapes: readonly Placed<BodyShape>[];
}

const indexes = new WeakMap<readonly Marks[], MarksIndex>();

/** The index of a table, made when the first request is compared with it. */
function indexOf(senders: readonly Marks[]): MarksIndex {
  let index = indexes.get(senders);
  if (index === undefined) {
    index = makeIndex(senders);
    indexes.set(senders, index);
  }
  return index;
}

function makeIndex(senders: readonly Marks[]): MarksIndex {
  const placed = <Part>(partsOf: (marks: Marks) => readonly Part[] | undefined): Placed<Part>[] =>
    senders.flatMap((marks, place) => (partsOf(marks) ?? []).map((part) => ({ part, place })));
  // Of several entries of a map the last one counts: here the first sender's.
  const firstPlaces = (parts: readonly Placed<string>[]) =>
    new Map(parts.toReversed().map(({ part, place }) => [part, place]));
  const shapes = placed(({ shapes }) => shapes);
  return {
    userAgents: placed(({ userAgents }) => userAgents),
    headers: firstPlaces(placed(({ headers }) => headers)),
    mediaTypes: firstPlaces(placed(({ mediaTypes }) => mediaTypes)),
    headersTogether: placed(({ headersTogether }) => headersTogether && [headersTogether]),
    queries: placed(({ query }) => query && [query]),
    jsonShapes: Map.groupBy(
      shapes.filter(({ part }) => part.json !== undefined),
      ({ part }) => firstStep(conditionsOf(part.json ?? [])[0]?.path ?? ''),
    ),
    otherShapes: shapes.filter(({ part }) => part.json === undefined),
  };
}

/** The sender that a request names in its head: user agent, headers, media type, query. */
export function senderByHead(facts: RequestFacts, senders: readonly Marks[]): Marks | undefined {
  const { userAgents, headers, mediaTypes, headersTogether, queries } = indexOf(senders);
  let first = mediaTypes.get(facts.mediaType) ?? senders.length;
  for (const name of facts.headerNames) first = Math.min(first, headers.get(name) ?? first);
  for (const { part, place } of userAgents)
    if (place < first && facts.userAgent.startsWith(part)) first = place;
  for (const { part, place } of headersTogether)
    if (place < first && part.every((name) => facts.header(name) !== undefined)) first = place;
  for (const { part, place } of queries)
    if (place < first && part.every((name) => facts.query(name) !== undefined)) first = place;
  return senders[first];
}

/** The sender whose bodies have this shape. */
export function senderByBody(facts: RequestFacts, senders: readonly Marks[]): Marks | undefined {
  const { jsonShapes, otherShapes } = indexOf(senders);
  let first = senders.length;
  const compare = (shapes: readonly Placed<BodyShape>[]): void => {
    for (const { part, place } of shapes) if (place < first && hasShape(facts, part)) first = place;
  };
  const { json } = facts;
  if (typeof json === 'object' && json !== null)
    for (const [step, shapes] of jsonShapes) if (hasStep(json, step)) compare(shapes);
  compare(otherShapes);
  return senders[first];
}

function hasShape(facts: RequestFacts, shape: BodyShape): boolean {
  const { json, form, xmlNamespace } = shape;
  return (
    (json === undefined || conditionsOf(json).every((condition) => holds(facts.json, condition))) &&
    (form === undefined || form.every((name) => facts.formField(name) !== undefined)) &&
    (xmlNamespace === undefined || facts.xml?.namespace === xmlNamespace)
  );
}

interface ReadCondition {
  path: string;
  kind: 'there' | 'equal' | 'beginning';
  text: string;
}

/** The conditions of each shape, read when the first body is compared with it. */
const readConditions = new Map<readonly JsonCondition[], readonly ReadCondition[]>();

function conditionsOf(json: readonly JsonCondition[]): readonly ReadCondition[] {
  const known = readConditions.get(json);
  if (known !== undefined) return known;
  const conditions = json.map(readCondition);
  readConditions.set(json, conditions);
  return conditions;
}

function readCondition(condition: JsonCondition): ReadCondition {
  const [path = '', ...rest] = condition.split('=');
  const text = rest.join('=');
  if (rest.length === 0) return { path, kind: 'there', text };
  if (path.endsWith('^')) return { path: path.slice(0, -1), kind: 'beginning', text };
  return { path, kind: 'equal', text };
}

function holds(json: unknown, { path, kind, text }: ReadCondition): boolean {
  const found = valueAt(json, path);
  if (found === undefined || kind === 'there') return found !== undefined;
  if (kind === 'equal') return scalarText(found.value) === text;
  return typeof found.value === 'string' && found.value.startsWith(text);
}
