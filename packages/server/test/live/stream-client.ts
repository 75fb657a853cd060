import { get, type IncomingMessage } from 'node:http';
import { eventually } from '../eventually.ts';

export interface StreamedRequest {
  id: number;
  endpointId: number;
  method: string;
  headers: Record<string, string>;
  body?: string;
  queryParams: Record<string, string>;
  ipAddress: string;
  receivedAt: string;
  path?: string;
  bodySize?: number;
  contentType?: string;
  contract?: unknown;
}

/** A client of the live stream that parses events exactly as they were sent; anything unexpected is an error. */
export class StreamClient implements Disposable {
  readonly response: IncomingMessage;
  readonly requests: StreamedRequest[] = [];
  readonly heartbeats: string[] = [];
  /** The number of events that told of changes. */
  changes = 0;
  /** Set once the server has ended the stream, whole or not. */
  ended: 'no' | 'whole' | 'cut' = 'no';
  #rest = '';

  constructor(response: IncomingMessage) {
    this.response = response;
    response.setEncoding('utf8');
    response.on('data', (text: string) => this.#take(text));
    response.on('error', () => {});
    response.on('close', () => {
      this.ended = response.complete && this.#rest === '' ? 'whole' : 'cut';
    });
  }

  get ids(): number[] {
    return this.requests.map(({ id }) => id);
  }

  async received(count: number, deadline?: number): Promise<StreamedRequest[]> {
    await eventually(
      () => this.requests.length,
      (length) => length >= count,
      deadline,
    );
    return this.requests;
  }

  #take(text: string): void {
    this.#rest += text;
    // Large events come in many pieces, which are parsed at once.
    if (!text.includes('\n')) return;
    const events = this.#rest.split('\n\n');
    this.#rest = events.pop() ?? '';
    for (const event of events) {
      const [, json] = /^data: (.*)$/.exec(event) ?? [];
      if (json === undefined) throw new Error(`not one data line: ${event}`);
      const {
        SSEWebhookRequest: request,
        SSEHeartbeat: heartbeat,
        SSEChange: change,
      } = JSON.parse(json);
      if (request !== undefined) this.requests.push(request);
      else if (change !== undefined) this.changes += 1;
      else this.heartbeats.push(heartbeat.timestamp);
    }
  }

  [Symbol.dispose](): void {
    this.response.destroy();
  }
}

/** Resolves once the headers are there. */
export function openStream(
  url: string,
  headers: Record<string, string> = {},
): Promise<StreamClient> {
  return new Promise((resolve, reject) => {
    get(url, { headers, agent: false }, (response) => resolve(new StreamClient(response))).on(
      'error',
      reject,
    );
  });
}
