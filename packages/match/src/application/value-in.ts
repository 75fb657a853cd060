import type { JsonType } from '../body/json-node.ts';
import type { WholeBody } from '../body/whole-body.ts';
import type { MatchField } from '../language/match.ts';
import { headValues } from './head-values.ts';
import type { RequestHead } from './request-head.ts';

/**
 * The text of a field of a request: of repeated headers and query names the first one, of `query` the text as sent, of
 * `header` all lines, of a value in JSON the decoded text of a string and the text as sent of any other value.
 * `undefined` if the request has no such field.
 * @param body made with the path of the field, if it has one
 */
export function valueIn(field: MatchField, head: RequestHead, body: WholeBody): string | undefined {
  switch (field.name) {
    case 'json.PATH':
      return body.jsonAt(field.path)?.text;
    case 'body':
      return head.request.bodySize > 0 ? body.text : undefined;
    case 'event':
      return head.eventIn(body)?.text;
    case 'header':
      return head.request.headers.length > 0 ? headValues(field, head).join('\n') : undefined;
    default:
      return head.values(field)[0]?.text;
  }
}

/** The type of the value that `valueIn` gives the text of, where that is a value in JSON. */
export function jsonTypeIn(field: MatchField, body: WholeBody): JsonType | undefined {
  return field.name === 'json.PATH' ? body.jsonAt(field.path)?.type : undefined;
}
