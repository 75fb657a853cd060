import type { ContractFinding } from '@hookwell/core/api';
import { errorMessage } from '@hookwell/core/api/error-message';
import { bodyText } from '@hookwell/core/http/body-text';
import type { JsonPath } from '@hookwell/core/match';
import { eventInBody } from '@hookwell/core/rules';
import type { StoredContractFinding } from '../capture-log/captures.ts';
import { RecentByBytes } from '../fairness/recent-by-bytes.ts';
import { giveWay } from '../fairness/thread-priority.ts';
import { contentTypeOf } from '../sent-request/body.ts';
import { parseHeaders } from '../sent-request/head.ts';
import { searchedRequest, type UnstoredRequest } from '../sent-request/searched-request.ts';
import { answerQuestions } from '../threads/answer-questions.ts';
import { notCompared, storedFinding } from './stored-finding.ts';

/** A capture to compare with the contract of its endpoint. */
export interface ComparisonAsk {
  endpointId: number;
  version: number;
  head: UnstoredRequest;
  /** As the scheme of the sender's signature tells it in a header. */
  event: string | undefined;
  /** The place in the body where that scheme tells it. */
  eventPath: JsonPath | undefined;
  /** The body without its codings. */
  body: Uint8Array<ArrayBuffer>;
}

/** The contract of an endpoint, in JSON. */
export interface ContractAsk {
  /** Whose memory it takes (`fairness/parties.ts`). */
  party: number;
  endpointId: number;
  version: number;
  document: string;
}

/** What is wrong with a contract. */
export interface ContractFault {
  code: 'malformedJson' | 'invalidInput';
  sentence: string;
}

export interface JudgingExchanges {
  begin: { ask: undefined; answer: true };
  read: { ask: ContractAsk; answer: true };
  compare: { ask: ComparisonAsk; answer: StoredContractFinding | 'lacksContract' };
  /** A contract before it is stored: whatever was sent, as text. */
  check: { ask: string; answer: { isEmpty: boolean } | ContractFault };
}

/** The contracts that were used last, as far as they take no more memory than this together. */
const mostKeptBytes = 64 * 1024 * 1024;
/**
 * What a contract that was read counts for, by the characters of its document, and by its events beside that: measured with lists
 * of empty objects as constants, and with events of some characters. Most contracts take far less.
 */
const [bytesOfCharacter, bytesOfEvent] = [24, 256];

/** Reads contracts and compares by them; `@hookwell/schemas` does. */
export interface Comparing<Contract extends { events: ReadonlyMap<string, unknown> }> {
  /** Throws if it is none. */
  readContract(document: unknown): Contract;
  findingOf(contract: Contract, event: string | undefined, body: string): ContractFinding;
  /** Whether an error says what is wrong with a contract, in a sentence that begins with the place. */
  isFault(error: unknown): error is Error;
}

interface KnownContract<Contract> {
  version: number;
  /** Undefined if this server cannot read it. */
  contract: Contract | undefined;
  bytes: number;
}

/** Answers the questions to this thread. */
export function answerComparisons<Contract extends { events: ReadonlyMap<string, unknown> }>(
  comparing: Comparing<Contract>,
): void {
  const judging = new Judging(comparing);
  giveWay('deciding');
  answerQuestions<JudgingExchanges>({
    begin: () => true,
    read: (ask) => judging.read(ask),
    compare: (ask) => judging.compare(ask),
    check: (contract) => judging.check(contract),
  });
}

class Judging<Contract extends { events: ReadonlyMap<string, unknown> }> {
  readonly #comparing: Comparing<Contract>;
  readonly #known = new RecentByBytes<number, KnownContract<Contract>>(
    mostKeptBytes,
    ({ bytes }) => bytes,
  );

  constructor(comparing: Comparing<Contract>) {
    this.#comparing = comparing;
  }

  check(text: string): JudgingExchanges['check']['answer'] {
    let document: unknown;
    try {
      document = JSON.parse(text);
    } catch (error) {
      return { code: 'malformedJson', sentence: errorMessage(error) };
    }
    try {
      return { isEmpty: this.#comparing.readContract(document).events.size === 0 };
    } catch (error) {
      if (!this.#comparing.isFault(error)) throw error;
      return { code: 'invalidInput', sentence: error.message };
    }
  }

  read({ party, endpointId, version, document }: ContractAsk): true {
    const contract = this.#readKept(document);
    const events = contract?.events.size ?? 0;
    const bytes = bytesOfCharacter * document.length + bytesOfEvent * events;
    this.#known.set(endpointId, { version, contract, bytes }, party);
    return true;
  }

  compare(ask: ComparisonAsk): JudgingExchanges['compare']['answer'] {
    const known = this.#known.get(ask.endpointId);
    if (known?.version !== ask.version) return 'lacksContract';
    if (known.contract === undefined)
      return notCompared('This version of Hookwell cannot read the contract');
    const { text } = bodyText(ask.body, contentTypeOf(parseHeaders(ask.head.headers)), false);
    try {
      return storedFinding(this.#comparing.findingOf(known.contract, eventOf(ask, text), text));
    } catch {
      return notCompared('To compare it takes too much work');
    }
  }

  /** A contract that another version of this server took may be none for this one. */
  #readKept(document: string): Contract | undefined {
    try {
      return this.#comparing.readContract(JSON.parse(document));
    } catch {
      return undefined;
    }
  }
}

/** The event by the scheme, which is the stored one, else the one that the request itself tells. */
function eventOf({ event, eventPath, head }: ComparisonAsk, text: string): string | undefined {
  const body = { text: () => text, isWhole: true };
  const byScheme = event ?? (eventPath && eventInBody(eventPath, body));
  if (byScheme !== undefined) return byScheme;
  const derived = searchedRequest(head).event;
  if (typeof derived !== 'object') return derived;
  const start = text.slice(0, derived.mostCharacters);
  return derived.eventOf(start, start.length === text.length);
}
