import { afterAll, onTestFinished } from 'vitest';

/** Gives a resource back that all tests of the file share. It is disposed of after them, before those that were given earlier. */
export function forFile<Resource extends AsyncDisposable>(resource: Resource): Resource {
  afterAll(() => resource[Symbol.asyncDispose]());
  return resource;
}

/** The same for a resource of the test under way. */
export function forTest<Resource extends AsyncDisposable>(resource: Resource): Resource {
  onTestFinished(() => resource[Symbol.asyncDispose]());
  return resource;
}
