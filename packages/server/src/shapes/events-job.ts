import { type JsonSink, JsonTokenizer, startOfJson } from '@hookwell/bodies/json';
import type { ReceivedEvent } from '@hookwell/contract';
import { mostCharacters } from '@hookwell/senders';
import { type StoredRequest, searchedRequest } from '../sent-request/searched-request.ts';
import type { Job } from './job.ts';

interface Counted {
  count: number;
  firstMs: number;
  lastMs: number;
  json: number;
}

const nobody: JsonSink = { begin() {}, end() {} };

/** Counts captures by their events. */
export class EventsJob implements Job {
  /** In the order in which they were first met: the latest comes first. */
  readonly #events = new Map<string | undefined, Counted>();

  *take(request: StoredRequest, texts: Iterable<string>): Generator<void, boolean> {
    const tokenizer = new JsonTokenizer(nobody);
    let start: string | undefined;
    let isWhole = true;
    for (const text of texts) {
      tokenizer.read(text, start === undefined ? startOfJson(text) : 0);
      start ??= '';
      isWhole = start.length + text.length <= mostCharacters;
      start += text.slice(0, mostCharacters - start.length);
      if (!isWhole && tokenizer.fault !== undefined) break;
      yield;
    }
    const isJson = tokenizer.end(0);
    this.#count(eventOf(request, start ?? '', isWhole), request.receivedAt, isJson);
    return isJson;
  }

  #count(event: string | undefined, atMs: number, isJson: boolean): void {
    let counted = this.#events.get(event);
    if (counted === undefined) {
      counted = { count: 0, firstMs: atMs, lastMs: atMs, json: 0 };
      this.#events.set(event, counted);
    }
    counted.count += 1;
    counted.firstMs = Math.min(counted.firstMs, atMs);
    counted.lastMs = Math.max(counted.lastMs, atMs);
    if (isJson) counted.json += 1;
  }

  /** The events that were met. */
  end(): string {
    return JSON.stringify([...this.#events].map(([event, counted]) => shown(event, counted)));
  }
}

function shown(
  event: string | undefined,
  { count, firstMs, lastMs, json }: Counted,
): ReceivedEvent {
  return {
    ...(event !== undefined && { event }),
    count,
    firstReceivedAt: new Date(firstMs).toISOString(),
    lastReceivedAt: new Date(lastMs).toISOString(),
    json,
  };
}

function eventOf(request: StoredRequest, start: string, isWhole: boolean): string | undefined {
  const { event } = searchedRequest(request);
  return typeof event === 'object' ? event.eventOf(start, isWhole) : event;
}
