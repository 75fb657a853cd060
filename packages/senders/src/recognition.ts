import { scalarText, valueAt } from './json-path.ts';
import type { RequestFacts } from './request-facts.ts';
import type { BodyShape, JsonCondition, Marks } from './sender/parts.ts';

/** The sender that a request names in its head: user agent, headers, media type, query. */
export function senderByHead(facts: RequestFacts, senders: readonly Marks[]): Marks | undefined {
  // A list of requests asks this for each of them, so nothing is made for senders without such marks.
  return senders.find(
    ({ userAgents, headers, headersTogether, mediaTypes, query }) =>
      userAgents?.some((beginning) => facts.userAgent.startsWith(beginning)) ||
      headers?.some((name) => facts.header(name) !== undefined) ||
      headersTogether?.every((name) => facts.header(name) !== undefined) ||
      mediaTypes?.includes(facts.mediaType) ||
      query?.every((name) => facts.query(name) !== undefined),
  );
}

/** The sender whose bodies have this shape. */
export function senderByBody(facts: RequestFacts, senders: readonly Marks[]): Marks | undefined {
  return senders.find(({ shapes }) => shapes?.some((shape) => hasShape(facts, shape)));
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
