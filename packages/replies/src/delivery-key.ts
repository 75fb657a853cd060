import {
  jsonTypeIn,
  type MatchableRequest,
  type MatchField,
  valueIn,
  type WholeBody,
} from '@hookwell/match';
import type { Settings } from './settings.ts';

/** What is known of a request at the door. */
export interface AtTheDoor {
  request: MatchableRequest;
  /** All headers as they came: some are neither stored nor part of the request. */
  doorHeaders: readonly (readonly [name: string, value: string])[];
  /** The same for the same bytes. */
  bodyHash: string;
}

/** The id at the top of a JSON body. */
export const topId: MatchField & { name: 'json.PATH' } = { name: 'json.PATH', path: ['id'] };

const idHeaders = ['webhook-id', 'idempotency-key', 'ce-id'];

/**
 * What two requests of the same delivery have in common, and the sender's own id, if it sent one. Texts of different
 * kinds are never the same.
 */
export function deliveryOf(
  settings: Settings,
  door: AtTheDoor,
  body: WholeBody,
): { delivery: string; id: string | undefined } {
  const { delivery: field } = settings;
  const chosen = field === undefined || field === 'one' ? undefined : byField(field, door, body);
  const id = chosen ?? byUsualHeader(door) ?? byTopId(body);
  if (field === 'one') return { delivery: 'one', id };
  const { method, path } = door.request;
  return { delivery: id ?? tagged('request', method, path, door.bodyHash), id };
}

function byField(field: MatchField, door: AtTheDoor, body: WholeBody): string | undefined {
  const { request } = door;
  switch (field.name) {
    case 'header.NAME':
      return headerText('field', door, field.key);
    case 'body':
      return request.bodySize > 0 ? tagged('body', door.bodyHash) : undefined;
    default: {
      const value = valueIn(field, request, body);
      if (value === undefined || value === '') return undefined;
      return tagged('field', jsonTypeIn(field, body) ?? '', value);
    }
  }
}

function byUsualHeader(door: AtTheDoor): string | undefined {
  for (const name of idHeaders) {
    const text = headerText('header', door, name);
    if (text !== undefined) return text;
  }
  return undefined;
}

function headerText(kind: string, { doorHeaders }: AtTheDoor, lower: string): string | undefined {
  const found = doorHeaders.find(
    ([name, value]) => name.length === lower.length && value !== '' && name.toLowerCase() === lower,
  );
  return found && tagged(kind, lower, found[1]);
}

function byTopId(body: WholeBody): string | undefined {
  const value = body.jsonAt(topId.path);
  return value?.type === 'string' && value.text !== '' ? tagged('id', value.text) : undefined;
}

function tagged(...parts: readonly string[]): string {
  return JSON.stringify(parts);
}
