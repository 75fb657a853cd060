import type { ContractFinding } from '../../api/index.ts';
import { type CheckedSchema, readSchema } from './check-schema.ts';
import { differencesOf, readJsonValue, TooMuchWork } from './differences.ts';
import {
  inside,
  isObject,
  printPlace,
  type Raw,
  readMembers,
  refuse,
  SchemaError,
  visible,
} from './raw-values.ts';

/** The schemas that the bodies of an endpoint should fit. */
export interface Contract {
  readonly events: ReadonlyMap<string, CheckedSchema>;
}

const longestEvent = 100;
/** Of all events together, those within them included. */
const mostSchemas = 50_000;
const mostEvents = 5000;

/**
 * Reads `{"events": {"invoice.paid": <JSON Schema>}}`. Each schema stands alone, and has no regular expressions.
 * @throws {SchemaError} if it is no such document
 */
export function readContract(document: unknown): Contract {
  const raw: Raw = { value: document, head: '', place: undefined };
  if (!isObject(document)) throw new SchemaError('', 'is no object');
  const other = Object.keys(document).find((name) => name !== 'events');
  if (other !== undefined) {
    throw new SchemaError(
      printPlace({ above: undefined, step: other }),
      'is no part of a contract',
    );
  }
  const events = new Map<string, CheckedSchema>();
  let size = 0;
  for (const [event, member] of readMembers(inside(raw, 'events', document.events))) {
    if (events.size === mostEvents) throw refuse(member, `is past the ${mostEvents}th event`);
    const schema = readSchema(member.value, { place: printPlace(member.place) });
    size += schema.size;
    if (size > mostSchemas) throw refuse(member, `is past the ${mostSchemas}th schema`);
    events.set(event, schema);
  }
  return { events };
}

/**
 * Whether a body fits the schema of its event.
 * @param body its text
 */
export function findingOf(
  contract: Contract,
  event: string | undefined,
  body: string,
): ContractFinding {
  if (event === undefined) return none('The request names no event');
  const schema = contract.events.get(event);
  if (schema === undefined) {
    return none(`The contract has no schema for \`${visible(event, longestEvent)}\``);
  }
  try {
    const value = readJsonValue(body);
    if (value === undefined) return none(body === '' ? 'The body is empty' : 'The body is no JSON');
    const differences = differencesOf(schema, value);
    return differences.length === 0 ? { verdict: 'holds' } : { verdict: 'differs', differences };
  } catch (error) {
    if (error instanceof TooMuchWork) return none(error.message);
    throw error;
  }
}

function none(reason: string): ContractFinding {
  return { verdict: 'none', reason };
}
