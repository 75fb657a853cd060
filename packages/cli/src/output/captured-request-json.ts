import type { CapturedBody, CapturedRequest } from '@hookwell/client';
import { compactJson } from './json-text.ts';
import { visibleJson } from './visible.ts';

/**
 * A captured request as the service writes it, on one line. Parsing has rounded the large numbers in
 * `body.json`: that field is made of the text in `body.raw` again, where it came from.
 */
export function capturedRequestJson(request: CapturedRequest): string {
  return visibleJson(
    objectJson(request, (name, value) =>
      name === 'body' ? bodyJson(request.body) : JSON.stringify(value),
    ),
  );
}

function bodyJson(body: CapturedBody): string {
  return objectJson(body, (name, value) =>
    name === 'json' ? compactJson(body.raw) : JSON.stringify(value),
  );
}

function objectJson(object: object, write: (name: string, value: unknown) => string): string {
  const fields = Object.entries(object).map(
    ([name, value]) => `${JSON.stringify(name)}:${write(name, value)}`,
  );
  return `{${fields.join(',')}}`;
}
