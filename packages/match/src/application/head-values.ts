import type { MatchField } from '../language/match.ts';
import { decodeQuery, queryPairs } from '../text/query-text.ts';
import type { MatchableRequest } from './matchable-request.ts';

/** The texts of a field that are known before the body is read; of several, any one counts. */
export function headValues(field: MatchField, request: MatchableRequest): readonly string[] {
  switch (field.name) {
    case 'method':
      return [request.method];
    case 'path':
      return [request.path];
    case 'query':
      return [request.query, decodeQuery(request.query)];
    case 'query.NAME':
      return queryPairs(request.query)
        .filter(([name]) => name === field.key)
        .map(([, value]) => value);
    case 'header':
      return request.headers.map(([name, value]) => `${name}: ${value}`);
    case 'header.NAME':
      return request.headers
        .filter(([name]) => isHeaderName(name, field.key))
        .map(([, value]) => value);
    case 'type':
      return [request.mediaType];
    case 'size':
      return [String(request.bodySize)];
    case 'ip':
      return [request.ipAddress];
    case 'received':
      return [isoTime(request.receivedAt)];
    case 'id':
    case 'attempt':
    case 'signature':
    case 'answer':
    case 'delivery':
      return given(request[field.name]);
    case 'event':
      return typeof request.event === 'string' ? [request.event] : [];
    case 'body':
    case 'json.PATH':
      return [];
  }
}

function given(value: string | number | undefined): readonly string[] {
  return value === undefined ? [] : [String(value)];
}

/** Whether a header's name as sent is the name in lower case. */
function isHeaderName(name: string, lower: string): boolean {
  return name.length === lower.length && name.toLowerCase() === lower;
}

function isoTime(ms: number): string {
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) ? '' : date.toISOString();
}
