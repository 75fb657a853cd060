import type { ArchivedRequest } from '@hookwell/client/archives';

/** The facts of an archived request that forwarding a captured one takes. */
export interface ArchivedCapture {
  /** A number of its own, each time that it is sent. */
  id: number;
  endpointId: number;
  receivedAt: string;
  method: string;
  path: string;
  headers: Readonly<Record<string, string>>;
  bodySize: number;
  delivery: string;
  event?: string;
  request: ArchivedRequest;
}

/** Gives a forwarder the requests of an archive in place of a service. Those that wait for their turn are kept. */
export class ArchivedOriginals {
  readonly #waiting = new Map<number, ArchivedRequest>();
  #last = 0;

  readonly requests = {
    wire: async (id: number) => {
      const { headers, body, search, own } = this.#find(id);
      const { droppedHeaders = 0 } = own ?? {};
      return { target: search, headers, bodySize: body.length, droppedHeaders };
    },
    body: async (id: number) => this.#find(id).body,
  };

  add(request: ArchivedRequest): ArchivedCapture {
    this.#last += 1;
    this.#waiting.set(this.#last, request);
    const { method, path, body, own = {}, receivedAt } = request;
    const { endpointId = 0, event, delivery = deliveryOf(request) } = own;
    return {
      ...{ id: this.#last, endpointId, method, path, headers: {}, bodySize: body.length },
      ...{ receivedAt: new Date(receivedAt ?? 0).toISOString(), delivery, request },
      ...(event !== undefined && { event }),
    };
  }

  /** The number in the archive of a request that waits. */
  entryOf(id: number): number {
    return this.#find(id).entry;
  }

  remove({ id }: ArchivedCapture): void {
    this.#waiting.delete(id);
  }

  #find(id: number): ArchivedRequest {
    const request = this.#waiting.get(id);
    // Whoever asks was given the id, and has not removed it.
    if (request === undefined) throw new Error(`no request ${id} waits`);
    return request;
  }
}

/** The same whenever the request is sent, and as if it came from the service. */
function deliveryOf({ own = {}, entry, receivedAt = 0 }: ArchivedRequest): string {
  const { endpointId = 0, id = `entry ${entry}` } = own;
  return `${endpointId} ${id} ${new Date(receivedAt).toISOString()}`;
}
