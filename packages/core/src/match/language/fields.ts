import { nearestName } from '../text/nearest-name.ts';
import type { MatchField, PlainFieldName } from './match.ts';

/** A field of the language, for help and completion. */
export interface MatchFieldDescription {
  name: MatchField['name'];
  /** The beginning of a term with this field: `header.`, `size`. */
  start: string;
  /** The kind of value that `>`, `>=`, `<` and `<=` compare; `undefined` where these make no sense. */
  compares: 'number' | 'time' | undefined;
  /** One sentence. */
  explanation: string;
  /** Terms that can be used as they are. */
  examples: readonly string[];
}

/** All fields, in the order in which help shows them. */
export const matchFields: readonly MatchFieldDescription[] = [
  {
    name: 'method',
    start: 'method',
    compares: undefined,
    explanation: 'The HTTP method, in any case; of several method terms, one must match.',
    examples: ['method:POST', 'method=get', '-method:OPTIONS'],
  },
  {
    name: 'path',
    start: 'path',
    compares: undefined,
    explanation:
      'The path after the token of the receive URL, as sent or with its bytes read as UTF-8; empty where there is none.',
    examples: ['path:/orders', 'path=/orders/paid', 'has:path'],
  },
  {
    name: 'query',
    start: 'query',
    compares: undefined,
    explanation: 'The whole query, its bytes read as UTF-8, as sent or decoded.',
    examples: ['query:debug', 'query:"a b"', 'has:query'],
  },
  {
    name: 'query.NAME',
    start: 'query.',
    compares: 'number',
    explanation:
      'A decoded query parameter; case counts in its name, and if it is repeated, one match is enough.',
    examples: ['query.page=2', 'query.page>10', 'has:query.token'],
  },
  {
    name: 'header',
    start: 'header',
    compares: undefined,
    explanation: 'Any header line, in the form "name: value".',
    examples: ['header:github', 'header="accept: */*"'],
  },
  {
    name: 'header.NAME',
    start: 'header.',
    compares: 'number',
    explanation:
      'The value of a header, whatever the case of its name; if it is repeated, one match is enough.',
    examples: ['header.user-agent:curl', 'header.content-length>1000', 'has:header.authorization'],
  },
  {
    name: 'body',
    start: 'body',
    compares: undefined,
    explanation: 'The text of the body, decompressed and decoded.',
    examples: ['body:invoice', 'body=ok', '-has:body'],
  },
  {
    name: 'json.PATH',
    start: 'json.',
    compares: 'number',
    explanation:
      'A value in a body that is JSON, whatever its media type; numbers compare by their digits.',
    examples: ['json.type=invoice.paid', 'json.items[0].price>=10', 'has:json["a.b"]'],
  },
  {
    name: 'type',
    start: 'type',
    compares: undefined,
    explanation: 'The media type in lower case, without parameters.',
    examples: ['type=application/json', 'type:xml'],
  },
  {
    name: 'size',
    start: 'size',
    compares: 'number',
    explanation:
      'The number of bytes in the body as it arrived; kB, MB, KiB and MiB can follow a number.',
    examples: ['size>100000', 'size>1MB', 'size=0'],
  },
  {
    name: 'ip',
    start: 'ip',
    compares: undefined,
    explanation: 'The IP address of the sender.',
    examples: ['ip=203.0.113.7', 'ip:2001:db8:'],
  },
  {
    name: 'id',
    start: 'id',
    compares: 'number',
    explanation: 'The id of the captured request; ids rise in the order of arrival.',
    examples: ['id>1000', 'id=1234'],
  },
  {
    name: 'received',
    start: 'received',
    compares: 'time',
    explanation:
      'The time of arrival: an ISO 8601 date or time (without a zone, that of your machine; in the API, UTC), or how long ago (s, m, h, d, w).',
    examples: ['received>15m', 'received:2026-11-22', 'received<2026-11-22T12:00+01:00'],
  },
  {
    name: 'signature',
    start: 'signature',
    compares: undefined,
    explanation: 'The verdict on the signature: valid, invalid, missing, stale or unverifiable.',
    examples: ['signature=valid', '-signature=valid'],
  },
  {
    name: 'contract',
    start: 'contract',
    compares: undefined,
    explanation:
      'Whether the body fits the contract of its endpoint: holds, differs, or none where it was not compared.',
    examples: ['contract=differs', 'has:contract'],
  },
  {
    name: 'event',
    start: 'event',
    compares: undefined,
    explanation: "The sender's name for the event.",
    examples: ['event=push', 'event:invoice.'],
  },
  {
    name: 'answer',
    start: 'answer',
    compares: 'number',
    explanation:
      'The reply that was chosen: a status, or a fault such as "timeout 10s"; > and < compare the status.',
    examples: ['answer=429', 'answer>=500', 'answer:timeout'],
  },
  {
    name: 'attempt',
    start: 'attempt',
    compares: 'number',
    explanation: 'The number of the attempt within its delivery, from 1.',
    examples: ['attempt=1', 'attempt>1'],
  },
  {
    name: 'delivery',
    start: 'delivery',
    compares: undefined,
    explanation: 'The delivery that the attempt belongs to.',
    examples: ['has:delivery'],
  },
];

const byName = new Map(matchFields.map((field) => [field.name, field]));

/** The kind of value that the operators `>` and `<` compare in a field. */
export function comparisonOf(field: MatchField): 'number' | 'time' | undefined {
  return byName.get(field.name)?.compares;
}

/** Names that people try, and the field that they mean. */
const otherNames: readonly (readonly [tried: string, meant: string])[] = [
  ['headers', 'header'],
  ['params', 'query'],
  ['parameter', 'query'],
  ['url', 'path'],
  ['status', 'answer'],
  ['content-type', 'type'],
  ['contenttype', 'type'],
  ['content-length', 'size'],
  ['length', 'size'],
  ['address', 'ip'],
  ['ipaddress', 'ip'],
  ['time', 'received'],
  ['date', 'received'],
  ['user-agent', 'header.user-agent'],
  ['host', 'header.host'],
  ['text', 'body'],
  ['raw', 'body'],
  ['kind', 'has'],
  ['is', 'has'],
];

/**
 * The field that a name most likely means: `header.x` for `headers.x`; `undefined` if none is near.
 */
export function nearestField(name: string): string | undefined {
  const dot = name.indexOf('.');
  const head = (dot === -1 ? name : name.slice(0, dot)).toLowerCase();
  if (head.length > 20) return undefined;
  const tail = dot === -1 ? '' : name.slice(dot);
  const meant = nearestMeant(head, tail !== '');
  if (meant === undefined) return undefined;
  if (meant === 'json' && tail === '') return 'json.PATH';
  return meant === 'header' || meant === 'query' || meant === 'json' ? meant + tail : meant;
}

function nearestMeant(head: string, hasTail: boolean): string | undefined {
  const known: (readonly [string, string])[] = [
    ...[...byName.keys()].filter(isPlain).map((name) => [name, name] as const),
    ['json', 'json'],
    ['has', 'has'],
    ...otherNames,
  ];
  const meantBy = new Map(
    known.filter(([, meant]) => !hasTail || ['header', 'query', 'json'].includes(meant)),
  );
  const nearest = nearestName(head, [...meantBy.keys()], Math.min(2, Math.floor(head.length / 3)));
  return nearest && meantBy.get(nearest);
}

function isPlain(name: MatchField['name']): name is PlainFieldName {
  return !name.includes('.');
}
