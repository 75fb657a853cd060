import { workerData } from 'node:worker_threads';
import type { ContractFinding } from '@hookwell/contract';
import { errorMessage } from '@hookwell/contract/error-message';
import type { JsonPath } from '@hookwell/match';
import { eventInBody } from '@hookwell/replies';
import type { StoredContractFinding } from '../capture-log/captures.ts';
import { RecentByBytes } from '../fairness/recent-by-bytes.ts';
import { giveWay } from '../fairness/thread-priority.ts';
import { type StartOfBody, textOfStart } from '../rendering/body-start.ts';
import { contentCodings } from '../rendering/content-coding.ts';
import { contentTypeOf } from '../sent-request/body-text.ts';
import { parseHeaders } from '../sent-request/headers.ts';
import { searchedRequest, type UnstoredRequest } from '../sent-request/searched-request.ts';
import { answerQuestions } from '../threads/answer-questions.ts';
import { notCompared, storedFinding } from './stored-finding.ts';
import { WorkMark } from './work-mark.ts';

/** A capture to compare with the contract of its endpoint. */
export interface ComparisonAsk {
  /** Whose time it takes (`fairness/parties.ts`). */
  party: number;
  endpointId: number;
  version: number;
  /** The contract of that version, in JSON; absent as long as the thread is thought to have it. */
  document: string | undefined;
  head: UnstoredRequest;
  /** As the scheme of the sender's signature tells it in a header. */
  event: string | undefined;
  /** The place in the body where that scheme tells it. */
  eventPath: JsonPath | undefined;
  /** The first bytes of the body (`rendering/body-start.ts`). */
  start: Uint8Array<ArrayBuffer>;
}

/** A contract to check before it is stored. */
export interface CheckAsk {
  /** Whatever was sent, as text. */
  contract: string;
}

export type JudgeAsk = ComparisonAsk | CheckAsk;

/** What is wrong with a contract. */
export interface ContractFault {
  code: 'malformedJson' | 'invalidInput';
  sentence: string;
}

export type JudgeOutcome =
  | { found: StoredContractFinding }
  /** The thread has not that version of the contract: to be asked again with the document. */
  | { lacksContract: true }
  | { fault: ContractFault }
  | { isEmpty: boolean };

/** An outcome, and the time of the thread that it took. */
export interface JudgeAnswer {
  outcome: JudgeOutcome;
  usedMs: number;
}

/** The time of the processor that one comparison may take, and that to read a contract may. */
export const mostComparisonMs = 150;
export const mostReadMs = 1000;
/** After so much time the questions that are left go back: those of others may come first. */
const sliceMs = 2;
/** The contracts that were used last, as far as they take no more memory than this together. */
export const mostKeptBytes = 64 * 1024 * 1024;
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

export interface JudgingExchanges {
  begin: { ask: undefined; answer: true };
  judge: { ask: readonly JudgeAsk[]; answer: JudgeAnswer[] };
}

/** Answers the questions to this thread. */
export function answerComparisons<Contract extends { events: ReadonlyMap<string, unknown> }>(
  comparing: Comparing<Contract>,
): void {
  const mark = new WorkMark(workerData);
  const judging = new Judging(comparing, mark);
  mark.begin();
  giveWay('deciding');
  answerQuestions<JudgingExchanges>({
    begin: () => true,
    judge: (questions) => judging.answer(questions),
  });
}

class Judging<Contract extends { events: ReadonlyMap<string, unknown> }> {
  readonly #comparing: Comparing<Contract>;
  readonly #mark: WorkMark;
  readonly #known = new RecentByBytes<number, KnownContract<Contract>>(
    mostKeptBytes,
    ({ bytes }) => bytes,
  );

  constructor(comparing: Comparing<Contract>, mark: WorkMark) {
    this.#comparing = comparing;
    this.#mark = mark;
  }

  /** The outcomes of the first questions: at least of one. */
  async answer(questions: readonly JudgeAsk[]): Promise<JudgeAnswer[]> {
    const answered: JudgeAnswer[] = [];
    const began = performance.now();
    for (const [index, question] of questions.entries()) {
      const before = performance.now();
      const outcome =
        'contract' in question
          ? this.#check(question, index)
          : await this.#compare(question, index);
      answered.push({ outcome, usedMs: performance.now() - before });
      if (performance.now() - began > sliceMs) break;
    }
    return answered;
  }

  #check({ contract: text }: CheckAsk, index: number): JudgeOutcome {
    return this.#mark.run(index, mostReadMs, () => {
      let document: unknown;
      try {
        document = JSON.parse(text);
      } catch (error) {
        return { fault: { code: 'malformedJson', sentence: errorMessage(error) } };
      }
      try {
        return { isEmpty: this.#comparing.readContract(document).events.size === 0 };
      } catch (error) {
        if (!this.#comparing.isFault(error)) throw error;
        return { fault: { code: 'invalidInput', sentence: error.message } };
      }
    });
  }

  async #compare(ask: ComparisonAsk, index: number): Promise<JudgeOutcome> {
    const known = this.#contractOf(ask, index);
    if (known === undefined) return { lacksContract: true };
    const { contract } = known;
    if (contract === undefined)
      return { found: notCompared('This version of Hookwell cannot read the contract') };
    const headers = parseHeaders(ask.head.headers);
    const type = contentTypeOf(headers);
    const { bodySize } = ask.head;
    const body = await textOfStart(ask.start, bodySize, contentCodings(headers), type);
    if (!body.isWhole) return { found: notCompared('The body is larger than 1 MiB') };
    return {
      found: this.#mark.run(index, mostComparisonMs, () => this.#compared(contract, ask, body)),
    };
  }

  #compared(contract: Contract, ask: ComparisonAsk, body: StartOfBody): StoredContractFinding {
    let finding: ContractFinding;
    try {
      finding = this.#comparing.findingOf(contract, eventOf(ask, body), body.text());
    } catch {
      return notCompared('To compare it takes too much work');
    }
    return storedFinding(finding);
  }

  #contractOf(ask: ComparisonAsk, index: number): KnownContract<Contract> | undefined {
    const { party, endpointId, version, document } = ask;
    const found = this.#known.get(endpointId);
    if (found?.version === version) return found;
    if (document === undefined) return undefined;
    const contract = this.#mark.run(index, mostReadMs, () => this.#readKept(document));
    const events = contract?.events.size ?? 0;
    const bytes = bytesOfCharacter * document.length + bytesOfEvent * events;
    const read = { version, contract, bytes };
    this.#known.set(endpointId, read, party);
    return read;
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
function eventOf({ event, eventPath, head }: ComparisonAsk, body: StartOfBody): string | undefined {
  const byScheme = event ?? (eventPath && eventInBody(eventPath, body));
  if (byScheme !== undefined) return byScheme;
  const derived = searchedRequest(head).event;
  if (typeof derived !== 'object') return derived;
  const text = body.text();
  const start = text.slice(0, derived.mostCharacters);
  return derived.eventOf(start, start.length === text.length);
}
