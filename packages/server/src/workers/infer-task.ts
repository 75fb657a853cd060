import { deserialize, serialize } from 'node:v8';
import { type JsonSink, readJson, startOfJson } from '@hookwell/core/json/tokenizer';
import { type PlainShape, SampleReader, Shape, schemaOf } from '@hookwell/core/schema';
import { mostCharacters } from '@hookwell/core/senders';
import { rawText } from '../sent-request/body.ts';
import { parseHeaders } from '../sent-request/head.ts';
import { type StoredRequest, searchedRequest } from '../sent-request/searched-request.ts';

/** A capture with its body, without content codings. */
export interface Sample {
  request: StoredRequest;
  body: Uint8Array<ArrayBuffer>;
}

/** What a capture tells of itself to a list of events. */
export interface FoundEvent {
  event: string | undefined;
  isJson: boolean;
}

/** What is known of the samples so far: a `PlainShape`, written so that the event loop need not go through it. */
type KnownShape = Uint8Array;

interface InferAsk {
  samples: readonly Sample[];
  /** Absent before the first samples. */
  shape?: KnownShape | undefined;
  /** It ends with so many bodies that are JSON, with those before. */
  maxSamples: number;
}

const ignoreTokens: JsonSink = { begin() {}, end() {} };

export function findEvents(samples: readonly Sample[]): FoundEvent[] {
  return samples.map((sample) => {
    const text = textOf(sample);
    const { event } = searchedRequest(sample.request);
    const start = text.slice(0, mostCharacters);
    const isWhole = start.length === text.length;
    return {
      event: typeof event === 'object' ? event.eventOf(start, isWhole) : event,
      isJson: readJson(text, ignoreTokens, startOfJson(text)),
    };
  });
}

/** Adds samples to what is known, as far as they are JSON. */
export function infer(ask: InferAsk): { shape: KnownShape; samples: number } {
  const shape = shapeOf(ask.shape);
  for (const sample of ask.samples) {
    if (shape.samples >= ask.maxSamples) break;
    const reader = new SampleReader();
    reader.push(textOf(sample));
    const added = reader.end();
    if (added !== undefined) shape.add(added);
  }
  return { shape: serialize(shape.plain()), samples: shape.samples };
}

/** Returns the schema of all samples as JSON text in UTF-8. */
export function printSchema(ask: {
  shape?: KnownShape | undefined;
  /** What was left out, in words. */
  leftOut: readonly string[];
}): Uint8Array<ArrayBuffer> {
  const schema = schemaOf(shapeOf(ask.shape), { leftOut: ask.leftOut });
  return new TextEncoder().encode(JSON.stringify(schema));
}

function shapeOf(known: KnownShape | undefined): Shape {
  // `infer` wrote it.
  return known === undefined ? new Shape() : Shape.of(deserialize(known) as PlainShape);
}

/** The same text as matches see. */
function textOf({ request, body }: Sample): string {
  return rawText(body, parseHeaders(request.headers));
}
