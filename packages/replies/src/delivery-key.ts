import {
  jsonTypeIn,
  type MatchableRequest,
  type MatchField,
  valueIn,
  type WholeBody,
} from '@hookwell/match';
import { type DoorHeaders, doorHeader } from './door-headers.ts';
import { scalarAt } from './scheme-event.ts';
import { schemePlaces } from './scheme-places.ts';
import type { Settings } from './settings.ts';

/** What is known of a request at the door. */
export interface AtTheDoor {
  request: MatchableRequest;
  /** All headers as they came: some are neither stored nor part of the request. */
  doorHeaders: DoorHeaders;
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
  const id = chosen ?? byScheme(settings, door, body) ?? byUsualHeader(door) ?? byTopId(body);
  if (field === 'one') return { delivery: 'one', id };
  return { delivery: id ?? withoutId(door), id };
}

function withoutId({ request: { method, path }, bodyHash }: AtTheDoor): string {
  return tagged('request', method, path, bodyHash);
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

/** Where a scheme has its id in one of the usual places, the delivery is the same as without the scheme. */
function byScheme(settings: Settings, door: AtTheDoor, body: WholeBody): string | undefined {
  const { id } = schemePlaces(settings);
  if (id === undefined) return undefined;
  if ('header' in id) return headerText('header', door, id.header);
  const value = scalarAt(body, id.json);
  if (value === undefined) return undefined;
  const isTopId = id.json.length === 1 && id.json[0] === 'id' && value.type === 'string';
  return isTopId ? tagged('id', value.text) : tagged('scheme', ...id.json, value.type, value.text);
}

function byUsualHeader(door: AtTheDoor): string | undefined {
  for (const name of idHeaders) {
    const text = headerText('header', door, name);
    if (text !== undefined) return text;
  }
  return undefined;
}

function headerText(kind: string, { doorHeaders }: AtTheDoor, lower: string): string | undefined {
  const value = doorHeader(doorHeaders, lower);
  return value === undefined ? undefined : tagged(kind, lower, value);
}

function byTopId(body: WholeBody): string | undefined {
  const value = body.jsonAt(topId.path);
  return value?.type === 'string' && value.text !== '' ? tagged('id', value.text) : undefined;
}

function tagged(...parts: readonly string[]): string {
  return JSON.stringify(parts);
}
