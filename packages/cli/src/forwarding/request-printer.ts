import type { Surroundings } from '../command.ts';
import { jsonLine } from '../output/json-line.ts';
import type { Forwarded } from './forwarder.ts';
import { RequestLines, type ShownRequest } from './request-line.ts';

/** Prints captured requests as they come, for people or as JSON. */
export class RequestPrinter {
  readonly #world: Surroundings;
  readonly #isJson: boolean;
  readonly #lines: RequestLines;
  readonly #placeOf: (endpointId: number) => string | undefined;

  /** @param placeOf what an endpoint is called, where that has to be told */
  constructor(
    isJson: boolean,
    world: Surroundings,
    placeOf: (endpointId: number) => string | undefined = () => undefined,
  ) {
    this.#isJson = isJson;
    this.#world = world;
    this.#lines = new RequestLines(world.output);
    this.#placeOf = placeOf;
  }

  async captured(request: ShownRequest): Promise<void> {
    const line = this.#isJson
      ? jsonLine(request)
      : this.#lines.captured(request, this.#placeOf(request.endpointId));
    await this.#world.write(`${line}\n`);
  }

  async forwarded(request: ShownRequest, forwarded: Forwarded): Promise<void> {
    const line = this.#isJson
      ? jsonLine({ ...request, forwarded })
      : this.#lines.forwarded(request, forwarded, this.#placeOf(request.endpointId));
    await this.#world.write(`${line}\n`);
  }
}
