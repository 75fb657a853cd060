import { errorMessage } from '@hookwell/core/api/error-message';
import { bodyText } from '@hookwell/core/http/body-text';
import type { JsonPath } from '@hookwell/core/match';
import { eventInBody } from '@hookwell/core/rules';
import {
  type Contract,
  findingOf,
  readContract,
  SchemaError,
} from '@hookwell/core/schema/validate';
import type { StoredContractFinding } from '../capture-log/captures.ts';
import { RecentByBytes } from '../fairness/recent-by-bytes.ts';
import { contentTypeOf } from '../sent-request/body.ts';
import { parseHeaders } from '../sent-request/head.ts';
import { searchedRequest, type UnstoredRequest } from '../sent-request/searched-request.ts';
import { notCompared, storedFinding } from './stored-finding.ts';

/** A capture to validate by the contract of its endpoint. */
export interface ValidateAsk {
  endpointId: number;
  /** Of the contract. */
  version: number;
  /** The contract in JSON; absent if the thread may know it. */
  document?: string | undefined;
  head: UnstoredRequest;
  /** As the scheme of the sender's signature tells it in a header. */
  event: string | undefined;
  /** The path in the body at which that scheme tells it. */
  eventPath: JsonPath | undefined;
  /** The body without its codings. */
  body: Uint8Array<ArrayBuffer>;
}

/** An error in a contract. */
export interface ContractError {
  code: 'malformedJson' | 'invalidInput';
  /** It begins with the place. */
  sentence: string;
}

/** The contracts that were used last, as far as they take no more memory than this together. */
const maxKeptBytes = 64 * 1024 * 1024;
/**
 * What a contract that was read counts for, by the characters of its document, and by its events beside that: measured with lists
 * of empty objects as constants, and with events of some characters. Most contracts take far less.
 */
const [bytesOfCharacter, bytesOfEvent] = [24, 256];

interface KnownContract {
  version: number;
  /** Undefined if this server cannot read it. */
  contract: Contract | undefined;
  bytes: number;
}

const known = new RecentByBytes<number, KnownContract>(maxKeptBytes, ({ bytes }) => bytes);

/** Validates a capture; the thread may have to be handed the document for it. */
export function validate(ask: ValidateAsk): StoredContractFinding | 'lacksContract' {
  const found = contractOf(ask);
  if (found === undefined) return 'lacksContract';
  if (found.contract === undefined)
    return notCompared('This version of Hookwell cannot read the contract');
  const { text } = bodyText(ask.body, contentTypeOf(parseHeaders(ask.head.headers)), false);
  try {
    return storedFinding(findingOf(found.contract, eventOf(ask, text), text));
  } catch {
    return notCompared('To compare it takes too much work');
  }
}

/** Reads a contract before it is stored: whatever was sent, as text. */
export function checkContract(text: string): { isEmpty: boolean } | ContractError {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (error) {
    return { code: 'malformedJson', sentence: errorMessage(error) };
  }
  try {
    return { isEmpty: readContract(document).events.size === 0 };
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error;
    return { code: 'invalidInput', sentence: error.message };
  }
}

function contractOf({ endpointId, version, document }: ValidateAsk): KnownContract | undefined {
  const found = known.get(endpointId);
  if (found?.version === version) return found;
  if (document === undefined) return undefined;
  const contract = readStored(document);
  const bytes = bytesOfCharacter * document.length + bytesOfEvent * (contract?.events.size ?? 0);
  const read = { version, contract, bytes };
  known.set(endpointId, read, endpointId);
  return read;
}

/** A contract that another version of this server took may be none for this one. */
function readStored(document: string): Contract | undefined {
  try {
    return readContract(JSON.parse(document));
  } catch {
    return undefined;
  }
}

/** The event by the scheme, which is the stored one, else the one that the request itself tells. */
function eventOf({ event, eventPath, head }: ValidateAsk, text: string): string | undefined {
  const body = { text: () => text, isWhole: true };
  const byScheme = event ?? (eventPath && eventInBody(eventPath, body));
  if (byScheme !== undefined) return byScheme;
  const derived = searchedRequest(head).event;
  if (typeof derived !== 'object') return derived;
  const start = text.slice(0, derived.mostCharacters);
  return derived.eventOf(start, start.length === text.length);
}
