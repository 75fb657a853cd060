import { createContext, Script } from 'node:vm';
import type { ContractFinding } from '@hookwell/client';
import { mostDifferences } from '@hookwell/core/api';
import {
  type CheckedSchema,
  differencesOf,
  readJsonValue,
  TooMuchWork,
} from '@hookwell/core/schema/validate';

/** The schema for bodies of an event, or why there is none, in a sentence without its end. */
export type SchemaFor = (event: string | undefined) => CheckedSchema | { reason: string };

/** A request with what was found of its body. */
export interface JudgedRequest {
  request: CheckedRequest;
  finding: ContractFinding;
  /** Whether its judging was ended before it was done. */
  isTooDear?: true;
}

/** So long may one body be judged: a pattern, or a schema that multiplies itself, can take years. */
const mostJudgingMs = 5000;

/** Judges bodies, some at a time, in their order. */
export function judgeBodies(
  requests: readonly CheckedRequest[],
  schemaFor: SchemaFor,
  mostMs = mostJudgingMs,
): JudgedRequest[] {
  const schemas = requests.map(({ event }) => schemaFor(event));
  const judged: JudgedRequest[] = [];
  while (judged.length < requests.length) {
    const start = judged.length;
    const isDone = endsWithin(mostMs, () => {
      for (const [index, request] of requests.entries()) {
        if (index < start) continue;
        judged.push({ request, finding: findingBy(schemas[index], request) });
      }
    });
    // One that had all the time for itself; any other one is begun again.
    const alone = isDone ? undefined : requests[start];
    if (alone !== undefined && judged.length === start) {
      const finding = unjudged(`Judging takes more than ${mostMs / 1000} s`);
      judged.push({ request: alone, finding, isTooDear: true });
    }
  }
  return judged;
}

function findingBy(
  schema: ReturnType<SchemaFor> | undefined,
  { text }: CheckedRequest,
): ContractFinding {
  if (schema === undefined || 'reason' in schema) return unjudged(schema?.reason ?? '');
  try {
    const value = readJsonValue(text);
    if (value === undefined) return unjudged(text === '' ? noBody : noJson);
    const differences = differencesOf(schema, value, mostDifferences);
    return differences.length === 0 ? { verdict: 'holds' } : { verdict: 'differs', differences };
  } catch (error) {
    if (error instanceof TooMuchWork) return unjudged(error.message);
    throw error;
  }
}

const [noBody, noJson] = ['The body is empty', 'The body is no JSON'];

function unjudged(reason: string): ContractFinding {
  return { verdict: 'none', reason };
}

/** A request whose body is to be judged. */
export interface CheckedRequest {
  id: number;
  receivedAt: string;
  /** The one that is stored, else what sender and body tell. */
  event?: string;
  /** The text of the body, decoded; empty if there is none. */
  text: string;
}

/** The bounds of the requests that are judged together. */
const [mostTogether, mostCharacters] = [100, 8 * 1024 * 1024];

/** The same requests, some at a time. */
export async function* batchesOf(
  requests: AsyncIterable<CheckedRequest>,
): AsyncGenerator<CheckedRequest[], void> {
  let batch: CheckedRequest[] = [];
  let characters = 0;
  for await (const request of requests) {
    batch.push(request);
    characters += request.text.length;
    if (batch.length < mostTogether && characters < mostCharacters) continue;
    yield batch;
    batch = [];
    characters = 0;
  }
  if (batch.length > 0) yield batch;
}

// The only way to stop a regular expression that runs away is to stop the engine, which does that for scripts.
const context = createContext({ work: undefined });
const script = new Script('work()');

/**
 * Does work for so many milliseconds at most. Gives whether it came to its end: what it has written down by then stays.
 * Node starts a thread that keeps the time, so work is best given in large pieces.
 */
function endsWithin(milliseconds: number, work: () => void): boolean {
  context.work = work;
  try {
    script.runInContext(context, { timeout: milliseconds });
    return true;
  } catch (error) {
    // It is an error of the script's own world.
    if (typeof error === 'object' && error !== null && 'code' in error && error.code === timedOut) {
      return false;
    }
    throw error;
  } finally {
    context.work = undefined;
  }
}

const timedOut = 'ERR_SCRIPT_EXECUTION_TIMEOUT';
