import type { ArchivedRequest } from '@hookwell/client/archives';
import { textOfBytes } from '@hookwell/match';
import { describe, mostCharacters } from '@hookwell/senders';
import { contentTypeIn, readableBody } from '../archives/readable-body.ts';
import { happeningWords } from '../captured-requests/happening.ts';
import type { Surroundings } from '../command-line/command.ts';
import { jsonLine } from '../output/json-text.ts';
import type { Forwarded } from './forwarder.ts';
import { RequestLines } from './request-line.ts';

/** Prints requests of an archive with what a target answered: by their numbers in it, which are no ids of a service. */
export class ArchivePrinter {
  readonly #json: boolean;
  readonly #world: Surroundings;
  readonly #lines: RequestLines;

  constructor(json: boolean, world: Surroundings) {
    this.#json = json;
    this.#world = world;
    this.#lines = new RequestLines(world.output);
  }

  async forwarded(request: ArchivedRequest, forwarded: Forwarded): Promise<void> {
    const { entry, receivedAt, method, url, body, own } = request;
    const time = receivedAt === undefined ? undefined : new Date(receivedAt).toISOString();
    const facts = { entry, id: own?.id, receivedAt: time, method, url, bodySize: body.length };
    const line = this.#json
      ? jsonLine({ ...facts, forwarded })
      : this.#lines.archived(
          {
            ...{ entry, method, path: request.path + request.search },
            ...(time && { receivedAt: time }),
          },
          forwarded,
          happeningIn(request),
        );
    await this.#world.write(`${line}\n`);
  }
}

function happeningIn(request: ArchivedRequest): string {
  const { headers, search, own } = request;
  const { mediaType } = contentTypeIn(request);
  const text = readableBody(request);
  const body = { text: text.slice(0, mostCharacters), isWhole: text.length <= mostCharacters };
  const found = describe({
    headers,
    mediaType,
    query: textOfBytes(search),
    body,
    storedEvent: own?.event,
  });
  return happeningWords(found);
}
