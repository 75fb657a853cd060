import type { ExactRequest, HookwellClient } from '@hookwell/client';
import { writeExactJson } from '../captured-requests/exact-json.ts';
import { exactUnlessGone } from '../captured-requests/exact-requests.ts';
import { sentQueries } from '../captured-requests/sent-queries.ts';
import type { Surroundings } from '../command-line/command.ts';
import { jsonLine } from '../output/json-text.ts';
import type { Forwarded } from './forwarder.ts';
import { whileServiceIsAway } from './patience.ts';
import { RequestLines, type ShownRequest } from './request-line.ts';

export interface RequestPrinterOptions {
  json: boolean;
  client: HookwellClient;
  /** Ends the looking up. */
  signal: AbortSignal;
  world: Surroundings;
  /** What an endpoint is called, where that has to be told. */
  placeOf?(endpointId: number): string | undefined;
}

/** What the service says before a request is printed. */
interface LookedUp {
  /** For JSON. */
  exact?: ExactRequest | undefined;
  /** It was deleted before it could be looked up. */
  isGone?: boolean;
  /** For people: the query as sent, where there is one. */
  query?: string | undefined;
}

/** How long the service may be silent once the command was interrupted, in milliseconds. */
const lastPatience = 2000;

/** Prints captured requests as they come, for people or as JSON, as they were sent. */
export class RequestPrinter {
  readonly #options: RequestPrinterOptions;
  readonly #lines: RequestLines;
  readonly #expected = new Map<number, Promise<LookedUp>>();

  constructor(options: RequestPrinterOptions) {
    this.#options = options;
    this.#lines = new RequestLines(options.world.output);
  }

  /** Looks up what will be printed of it, before its turn. */
  expect(request: ShownRequest): void {
    const lookedUp = this.#lookUp(request);
    // Whoever prints it sees the failure; until then it is nobody's.
    lookedUp.catch(() => {});
    this.#expected.set(request.id, lookedUp);
  }

  /** The requests, each of them expected from now on. */
  async *expecting(
    requests: AsyncIterable<ShownRequest> | Iterable<ShownRequest>,
  ): AsyncGenerator<ShownRequest, void> {
    for await (const request of requests) {
      this.expect(request);
      yield request;
    }
  }

  async captured(request: ShownRequest): Promise<void> {
    await this.#print(request, undefined);
  }

  async forwarded(request: ShownRequest, forwarded: Forwarded): Promise<void> {
    await this.#print(request, forwarded);
  }

  async #print(request: ShownRequest, forwarded: Forwarded | undefined): Promise<void> {
    const { json, world, placeOf } = this.#options;
    const { exact, isGone, query } = await this.#known(request, forwarded);
    if (exact !== undefined) return await writeExactJson(exact, world, { forwarded });
    const place = placeOf?.(request.endpointId);
    const line = json
      ? jsonLine({ ...briefly(request), deleted: isGone, forwarded })
      : forwarded === undefined
        ? this.#lines.captured(request, query, place)
        : this.#lines.forwarded(request, query, forwarded, place);
    await world.write(`${line}\n`);
  }

  /** What was forwarded is told even where the command was interrupted meanwhile. */
  async #known(request: ShownRequest, forwarded: Forwarded | undefined): Promise<LookedUp> {
    const { json, client, signal } = this.#options;
    const expected = this.#expected.get(request.id);
    this.#expected.delete(request.id);
    // Where it was sent the line has the address there, with the query.
    if (!json && forwarded?.url !== undefined) return {};
    try {
      return await (expected ?? this.#lookUp(request));
    } catch (error) {
      if (!signal.aborted || forwarded === undefined) throw error;
    }
    if (!json) return {};
    const options = { timeout: lastPatience, retries: 0 };
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
    const queries = await whileServiceIsAway(() => sentQueries(client, [request], signal), signal);
    return { query: queries.get(request.id) };
  }
}

/** What is known for certain of one that was deleted before it could be looked up. */
function briefly({ id, endpointId, receivedAt, ipAddress, method, path }: ShownRequest): object {
  return { id, endpointId, receivedAt, ipAddress, method, path };
}
