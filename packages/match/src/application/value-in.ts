import type { JsonValue } from '../body/json-node.ts';
import type { WholeBody } from '../body/whole-body.ts';
import type { MatchField } from '../language/match.ts';
import { headValues } from './head-values.ts';
import { eventIn } from './holds-in.ts';
import type { MatchableRequest } from './matchable-request.ts';

/**
 * The text of a field of a request: of repeated headers and query names the first one, of `query` the text as sent, of
 * `header` all lines, of a value in JSON the decoded text of a string and the text as sent of any other value.
 * `undefined` if the request has no such field.
 * @param body made with the path of the field, if it has one
 */
export function valueIn(
  field: MatchField,
  request: MatchableRequest,
  body: WholeBody,
): string | undefined {
  switch (field.name) {
    case 'json.PATH':
      return body.jsonAt(field.path)?.text;
    case 'body':
      return request.bodySize > 0 ? body.text : undefined;
    case 'event':
      return eventIn(request, body);
    case 'header':
      return request.headers.length > 0 ? headValues(field, request).join('\n') : undefined;
    default:
      return headValues(field, request)[0];
  }
}

/** The type of the value that `valueIn` gives the text of, where that is a value in JSON. */
export function jsonTypeIn(field: MatchField, body: WholeBody): JsonValue['type'] | undefined {
  return field.name === 'json.PATH' ? body.jsonAt(field.path)?.type : undefined;
}
