import type {
  CapturedRequestSummary,
  ExactRequest,
  HookwellClient,
  StreamedRequest,
  StreamedSummary,
} from '@hookwell/client';
import { exactUnlessGone } from '@hookwell/client/archives';
import { textOfBytes } from '@hookwell/core/match';
import { writeExactJson } from '../captured-requests/exact-json.ts';
import { happeningOf, happeningsOf, happeningWords } from '../captured-requests/happening.ts';
import type { Surroundings } from '../command-line/command.ts';
import { jsonLine } from '../output/text.ts';
import { isNotFound } from '../service/not-found.ts';
import type { Forwarded } from './forwarder.ts';
import { whileServiceIsAway } from './original.ts';
import { RequestLines, type ShownRequest } from './request-line.ts';

interface RequestPrinterOptions {
  json: boolean;
  client: HookwellClient;
  /** Ends the looking up. */
  signal: AbortSignal;
  world: Surroundings;
  /** The name of an endpoint, if the lines need it. */
  placeOf?(endpointId: number): string | undefined;
  /** Shared by printers to one output; else this printer is alone. */
  turns?: OutputTurns;
}

/** The answers of the service before a request is printed. */
interface LookedUp {
  /** For JSON. */
  exact?: ExactRequest | undefined;
  /** The request was deleted before it could be looked up. */
  isGone?: boolean;
  /** For people: the query as sent, if there is one. */
  query?: string | undefined;
  /** For people: the sender and the event, as far as they are known. */
  happening?: string | undefined;
}

/** The longest silence of the service once the command was interrupted. */
const lastTimeoutMs = 2000;

/** Prints captured requests as they come, for people or as JSON, as they were sent. */
export class RequestPrinter {
  readonly #options: RequestPrinterOptions;
  readonly #lines: RequestLines;
  readonly #turns: OutputTurns;
  readonly #expected = new Map<number, Promise<LookedUp>>();

  constructor(options: RequestPrinterOptions) {
    this.#options = options;
    this.#lines = new RequestLines(options.world.output);
    this.#turns = options.turns ?? new OutputTurns();
  }

  /** Looks up the printed parts of a request, before its turn. */
  expect(request: ShownRequest): void {
    const lookedUp = this.#lookUp(request);
    // `print` handles the failure at the request's turn; until then the rejection must not count as unhandled.
    lookedUp.catch(() => {});
    this.#expected.set(request.id, lookedUp);
  }

  /** @param forwarded what the target did with it, if it was forwarded */
  async print(request: ShownRequest, forwarded?: Forwarded): Promise<void> {
    const known = await this.#known(request, forwarded);
    await this.#turns.take(() => this.#write(request, forwarded, known));
  }

  async #write(
    request: ShownRequest,
    forwarded: Forwarded | undefined,
    { exact, isGone, query, happening }: LookedUp,
  ): Promise<void> {
    const { json, world, placeOf } = this.#options;
    if (exact !== undefined) {
      return await writeExactJson(afterwards(exact, forwarded), world, { forwarded });
    }
    const parts = { query, happening, place: placeOf?.(request.endpointId) };
    const line = json
      ? jsonLine({ ...briefly(request), deleted: isGone, forwarded })
      : forwarded === undefined
        ? this.#lines.captured(request, parts)
        : this.#lines.forwarded(request, forwarded, parts);
    await world.write(`${line}\n`);
  }

  /** The looked-up parts. A forwarded request is printed even if the command was interrupted meanwhile. */
  async #known(request: ShownRequest, forwarded: Forwarded | undefined): Promise<LookedUp> {
    const { json, client, signal } = this.#options;
    const expected = this.#expected.get(request.id);
    this.#expected.delete(request.id);
    // The line of a sent request has the address at the target, with the query.
    if (!json && forwarded?.url !== undefined) {
      return { happening: happeningWords(await happeningOf(request)) };
    }
    try {
      return await (expected ?? this.#lookUp(request));
    } catch (error) {
      if (!signal.aborted || forwarded === undefined) throw error;
    }
    if (!json) return {};
    const options = { timeout: lastTimeoutMs, retries: 0 };
    return { exact: await client.requests.exact(request, options).catch(() => undefined) };
  }

  async #lookUp(request: ShownRequest): Promise<LookedUp> {
    const { json, client, signal } = this.#options;
    if (json) {
      const exact = await whileServiceIsAway(
        () => exactUnlessGone(client, request, signal),
        signal,
      );
      return { exact, isGone: exact === undefined };
    }
    const lookUp = () =>
      Promise.all([sentQuery(client, request, signal), this.#happening(request)]);
    const [query, happening] = await whileServiceIsAway(lookUp, signal);
    return { query, happening };
  }

  /** In words. The body of a summary is asked for if it is small and tells more than the head. */
  async #happening(request: ShownRequest): Promise<string> {
    const { client, signal } = this.#options;
    if ('body' in request) return happeningWords(await happeningOf(request));
    const found = await happeningsOf(client, [request], { signal });
    return happeningWords(found.get(request.id) ?? {});
  }
}

/** The request as the service shows it now: it was looked up while its sender waited. */
function afterwards(request: ExactRequest, forwarded: Forwarded | undefined): ExactRequest {
  const isOver = forwarded?.answered === true || forwarded?.unanswered !== undefined;
  if (request.waiting === undefined || !isOver) return request;
  const { waiting: _, ...settled } = request;
  if (!forwarded?.answered) return settled;
  return { ...settled, answer: String(forwarded.status), answeredBy: 'listener' };
}

/** The certain facts of a request that was deleted before it could be looked up. */
function briefly({ id, endpointId, receivedAt, ipAddress, method, path }: ShownRequest): object {
  return { id, endpointId, receivedAt, ipAddress, method, path };
}

/** The query as it was sent, as text, if there is one. A request of a stream with bodies has it on the wire alone, until it is deleted. */
async function sentQuery(
  { requests }: HookwellClient,
  request: CapturedRequestSummary | StreamedRequest | StreamedSummary,
  signal?: AbortSignal,
): Promise<string | undefined> {
  if ('bodySize' in request) return request.query;
  if (Object.keys(request.queryParams).length === 0) return undefined;
  try {
    const { target } = await requests.wire(request.id, { signal });
    return target.includes('?') ? textOfBytes(target.slice(target.indexOf('?') + 1)) : undefined;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

/**
 * Lets one line after the other be written: requests that are forwarded at once end at once, and JSON is written in pieces.
 */
export class OutputTurns {
  #last: Promise<unknown> = Promise.resolve();

  /** Does this once all earlier work is done. */
  take(write: () => Promise<void>): Promise<void> {
    const written = this.#last.then(write);
    // Whoever asked for it hears of a failure; the next one tries its own.
    this.#last = written.catch(() => {});
    return written;
  }
}
