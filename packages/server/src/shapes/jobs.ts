import { isUtf8 } from 'node:buffer';
import type { ReceivedEvent } from '@hookwell/core/api';
import { charsetOf } from '@hookwell/core/http/body-text';
import { type JsonSink, JsonTokenizer, startOfJson } from '@hookwell/core/json/tokenizer';
import { SampleReader, Shape, schemaOf } from '@hookwell/core/schema';
import { mostCharacters } from '@hookwell/core/senders';
import { textChunks } from '../rendering/text-chunks.ts';
import { contentTypeOf, decodeText } from '../sent-request/body.ts';
import type { HeaderList } from '../sent-request/head.ts';
import { type StoredRequest, searchedRequest } from '../sent-request/searched-request.ts';

/** Work on many captures, the newest first. */
export interface Job {
  /**
   * Takes the next capture, step by step.
   * @param texts the text of its body, in parts
   * @returns whether its body is JSON
   */
  take(request: StoredRequest, texts: Iterable<string>): Generator<void, boolean>;
  /**
   * What came of it, as JSON text.
   * @param leftOut what was not taken, in words
   */
  end(leftOut: readonly string[]): string | undefined;
}

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

/** Makes a schema of the bodies that are JSON. */
export class SchemaJob implements Job {
  readonly #shape = new Shape();

  *take(_request: StoredRequest, texts: Iterable<string>): Generator<void, boolean> {
    const reader = new SampleReader();
    for (const text of texts) {
      reader.push(text);
      yield;
    }
    const sample = reader.end();
    if (sample === undefined) return false;
    this.#shape.add(sample);
    return true;
  }

  /** The schema; nothing if no body was JSON, unless something was left out. */
  end(leftOut: readonly string[]): string | undefined {
    if (this.#shape.samples === 0 && leftOut.length === 0) return undefined;
    return JSON.stringify(schemaOf(this.#shape, { leftOut }));
  }
}

/** The text of a body without its content codings, in parts that a step can read; the same text as matches see. */
export function* bodyTexts(
  blocks: readonly Uint8Array[],
  headers: HeaderList,
): Generator<string, void> {
  const isWholeUtf8 = () => textChunks(blocks, 'utf-8').every((chunk) => isUtf8(chunk));
  const start = blocks[0] ?? new Uint8Array();
  const charset = charsetOf(start, contentTypeOf(headers), isWholeUtf8);
  for (const chunk of textChunks(blocks, charset)) yield decodeText(chunk, charset).text;
}
