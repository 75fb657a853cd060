import type { ArchivedRequest } from '@hookwell/client/archives';
import { pathAt } from '@hookwell/client/copying';
import type { Surroundings } from '../command-line/command.ts';
import { CommandFailure, Interrupted } from '../command-line/outcome.ts';
import { counted } from '../output/amounts.ts';
import { jsonLine } from '../output/json-text.ts';
import { visible } from '../output/visible.ts';
import { isRefusal, readAnswer, refusal } from '../sending/receive-answer.ts';
import type { Delivery, OutgoingRequest } from '../sending/sender.ts';
import type { OrderedArchive } from './ordered-archive.ts';
import { isPassing, PatientSender } from './patient-sender.ts';

/** Requests on their way to an endpoint. */
export interface Import {
  archive: OrderedArchive;
  receiveUrl: URL;
  /** The number of requests that an earlier import has sent: no more than there are. */
  skip: number;
  json: boolean;
}

/** So many requests are named one by one. */
const mostNamed = 10;
/** Short imports show no progress. */
const quietMs = 1000;

/**
 * Sends the requests of an archive to an endpoint, one after the other. Whatever the endpoint answers, they are stored. Resolves with
 * their number.
 * @throws {CommandFailure} if the service did not take all of them, or is away: the sentence tells how to go on
 * @throws {Interrupted} if the command was interrupted, once it has told the same
 */
export async function importRequests(
  { archive, receiveUrl, skip, json }: Import,
  world: Surroundings,
): Promise<number> {
  const signal = world.interruption();
  const { progress } = world;
  const quietUntil = performance.now() + quietMs;
  const outcomes = new Outcomes(world);
  const sender = new PatientSender(receiveUrl, signal, (reason) =>
    progress.show(`${place} of ${archive.count} requests; waiting: ${reason}`),
  );
  let place = skip;
  try {
    for (; place < archive.count; place++) {
      signal.throwIfAborted();
      const request = await archive.at(place);
      const outgoing = outgoingFor(receiveUrl, request);
      if (typeof outgoing === 'string') outcomes.refused(request, outgoing);
      else outcomes.take(request, outgoing, await sender.send(outgoing), signal);
      if (performance.now() > quietUntil)
        progress.show(`${place + 1} of ${archive.count} requests`);
    }
  } catch (error) {
    progress.end();
    outcomes.tellUnanswered();
    const sent = `${place} of ${archive.count} requests are sent`;
    const rest = place === 0 ? sent : `${sent}; --skip ${place} goes on there`;
    if (error instanceof Interrupted) world.note(`${rest}${outcomes.isInDoubt ? doubt : ''}`);
    if (!(error instanceof Stopped)) throw error;
    throw new CommandFailure(place === 0 ? error.message : `${error.message}. ${rest}`);
  } finally {
    progress.end();
    sender.close();
  }
  return await outcomes.tell(json, place - skip);
}

const doubt = ' (the next one may have arrived, too)';

/** The request as it goes to the endpoint; a sentence about it if it would lead elsewhere. */
function outgoingFor(receiveUrl: URL, request: ArchivedRequest): OutgoingRequest | string {
  const { method, headers, body, path, search } = request;
  try {
    return { method, headers, body, path: pathAt(receiveUrl, path, search) };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return 'its path leads out of the endpoint';
  }
}

/** No further request would be taken either. */
class Stopped extends Error {}

/** Counts what became of the requests, and names those that are not surely stored. */
class Outcomes {
  readonly #world: Surroundings;
  #stored = 0;
  #refused = 0;
  #unanswered = 0;
  readonly #unansweredEntries: number[] = [];
  /** Whether an interrupted request was given up before its answer. */
  isInDoubt = false;

  constructor(world: Surroundings) {
    this.#world = world;
  }

  /**
   * @throws {Stopped} if the endpoint or the service is not there, or takes nothing more
   * @throws {Interrupted} if its answer was not waited for
   */
  take(
    request: ArchivedRequest,
    outgoing: OutgoingRequest,
    delivery: Delivery,
    signal: AbortSignal,
  ): void {
    const { status, error } = delivery;
    if (readAnswer(delivery).id !== undefined) {
      this.#stored += 1;
    } else if (isPassing(delivery) || status === 507) {
      throw new Stopped(
        error === undefined
          ? `It was answered with ${refusal(delivery, outgoing)}`
          : `The service cannot be reached: ${error}`,
      );
    } else if (error !== undefined) {
      this.isInDoubt = signal.aborted;
      signal.throwIfAborted();
      this.#unanswered += 1;
      if (this.#unanswered <= mostNamed) this.#unansweredEntries.push(request.entry);
    } else if (status === 404) {
      throw new Stopped('There is no such endpoint');
    } else if (isRefusal(delivery)) {
      this.refused(request, refusal(delivery, outgoing));
    } else {
      throw new Stopped(`It was answered with ${refusal(delivery, outgoing)}`);
    }
  }

  refused({ entry }: ArchivedRequest, reason: string): void {
    this.#refused += 1;
    if (this.#refused > mostNamed) return;
    this.#world.progress.end();
    this.#world.note(`Entry ${entry} was not taken: ${visible(reason)}`);
  }

  tellUnanswered(): void {
    if (this.#unanswered === 0) return;
    const entries = this.#unansweredEntries.join(', ');
    const more = this.#unanswered > mostNamed ? ' …' : '';
    const noun = this.#unanswered === 1 ? 'entry' : 'entries';
    this.#world.note(
      `Without an answer: ${this.#unanswered} (${noun} ${entries}${more}). Stored, if the endpoint is set to give none (reset, timeout), else perhaps not`,
    );
  }

  /**
   * Resolves with the number of requests that were stored.
   * @throws {CommandFailure} if the service refused some
   */
  async tell(json: boolean, sent: number): Promise<number> {
    const { note, write } = this.#world;
    const counts = { sent, stored: this.#stored, unanswered: this.#unanswered };
    if (json) await write(`${jsonLine({ ...counts, refused: this.#refused })}\n`);
    else note(`Imported ${counted(this.#stored + this.#unanswered, 'request')}`);
    this.tellUnanswered();
    if (this.#refused === 0) return this.#stored;
    throw new CommandFailure(
      `The service did not take ${this.#refused} of ${counted(sent, 'request')}`,
    );
  }
}
