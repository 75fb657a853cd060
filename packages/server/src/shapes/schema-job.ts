import { SampleReader, Shape, schemaOf } from '@hookwell/shape';
import type { StoredRequest } from '../sent-request/searched-request.ts';
import type { Job } from './job.ts';

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
