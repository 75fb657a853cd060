import { afterAll } from 'vitest';

/** Gives a resource back that all tests of the file share. It is disposed of after them, before those that were given earlier. */
export function forFile<Resource extends AsyncDisposable>(resource: Resource): Resource {
  afterAll(() => resource[Symbol.asyncDispose]());
  return resource;
}
