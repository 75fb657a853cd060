import {
  jsonTypeIn,
  type MatchableRequest,
  MatchError,
  type MatchedHead,
  type MatchField,
  parseFieldName,
  printField,
  valueIn,
  type WholeBody,
} from '../match/index.ts';
import type { EventSource } from '../signatures/index.ts';
import { SettingsError } from './reading.ts';
import { type DoorHeaders, doorHeader, scalarAt, schemePlaces } from './scheme-event.ts';
import { longestFieldCharacters, type Settings } from './settings.ts';
import { printPlan } from './step.ts';

/** A request as it is known on arrival, before it is stored. */
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

/** A request that is evaluated, in the forms that questions are asked of. */
export interface Asked {
  door: AtTheDoor;
  head: MatchedHead;
  body: WholeBody;
}

/**
 * The key that requests of the same delivery share, and the sender's own id, if it sent one. Texts of different
 * kinds are never the same.
 */
export function deliveryOf(
  settings: Settings,
  asked: Asked,
): { delivery: string; id: string | undefined } {
  const { delivery: field } = settings;
  const { id: place } = schemePlaces(settings);
  const { body } = asked;
  let id: string | undefined;
  if (typeof field === 'object') id = byField(field, asked);
  if (place !== undefined) id ??= byScheme(place, asked);
  id ??= byUsualHeader(asked) ?? byTopId(body);
  if (field === 'one') return { delivery: 'one', id };
  return { delivery: id ?? withoutId(asked.door), id };
}

function withoutId({ request: { method, path }, bodyHash }: AtTheDoor): string {
  return tagged('request', method, path, bodyHash);
}

function byField(field: MatchField, asked: Asked): string | undefined {
  const { door, head, body } = asked;
  switch (field.name) {
    case 'header.NAME':
      return headerText('field', asked, field.key);
    case 'body':
      return door.request.bodySize > 0 ? tagged('body', door.bodyHash) : undefined;
    default: {
      const value = valueIn(field, head, body);
      if (value === undefined || value === '') return undefined;
      return tagged('field', jsonTypeIn(field, body) ?? '', value);
    }
  }
}

/** The key by a scheme. If its id stands in one of the usual places, the delivery is the same as without the scheme. */
function byScheme(id: EventSource, asked: Asked): string | undefined {
  if ('header' in id) return headerText('header', asked, id.header);
  const value = scalarAt(asked.body, id.json);
  if (value === undefined) return undefined;
  const isTopId = id.json.length === 1 && id.json[0] === 'id' && value.type === 'string';
  return isTopId ? tagged('id', value.text) : tagged('scheme', ...id.json, value.type, value.text);
}

function byUsualHeader(asked: Asked): string | undefined {
  for (const name of idHeaders) {
    const text = headerText('header', asked, name);
    if (text !== undefined) return text;
  }
  return undefined;
}

function headerText(kind: string, { door }: Asked, lower: string): string | undefined {
  const value = doorHeader(door.doorHeaders, lower);
  return value === undefined ? undefined : tagged(kind, lower, value);
}

function byTopId(body: WholeBody): string | undefined {
  const value = body.jsonAt(topId.path);
  return value?.type === 'string' && value.text !== '' ? tagged('id', value.text) : undefined;
}

function tagged(...parts: readonly string[]): string {
  return JSON.stringify(parts);
}

/** Not known yet when deliveries are told apart, or never the same twice. */
const refused: ReadonlySet<string> = new Set([
  'answer',
  'attempt',
  'contract',
  'delivery',
  'id',
  'header',
  'received',
  'signature',
]);

/**
 * Reads what makes two requests the same delivery.
 * @throws {SettingsError} if it is not a field, or one that can tell nothing
 */
export function readDelivery(text: string, place: string): MatchField | 'one' {
  if (text === 'one') return 'one';
  if (text.length > longestFieldCharacters) {
    throw new SettingsError(place, `a field has at most ${longestFieldCharacters} characters`);
  }
  const field = parsed(text, place);
  if (refused.has(field.name)) {
    throw new SettingsError(
      place,
      `${field.name} cannot tell deliveries apart: write header.webhook-id, json.id or another field of the request, or one`,
    );
  }
  return field;
}

function parsed(text: string, place: string): MatchField {
  try {
    return parseFieldName(text);
  } catch (error) {
    if (!(error instanceof MatchError)) throw error;
    throw new SettingsError(place, `${error.message}: write header.webhook-id, json.id or one`);
  }
}

/**
 * Whether the counting of attempts goes on when settings change: what makes a delivery, and all plans in their order,
 * are as before.
 * @param before `undefined` if there were no settings: counting begins then
 */
export function isSameCounting(before: Settings | undefined, after: Settings): boolean {
  return before !== undefined && countingOf(before) === countingOf(after);
}

function countingOf({ delivery, replies }: Settings): string {
  const field = typeof delivery === 'object' ? printField(delivery) : delivery;
  const plans = replies.flatMap(({ hasPlan, steps }) => (hasPlan ? [printPlan(steps)] : []));
  return JSON.stringify([typeof delivery, field, plans]);
}
