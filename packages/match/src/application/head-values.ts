import type { MatchField } from '../language/match.ts';
import type { MatchableRequest } from './matchable-request.ts';
import { RequestHead } from './request-head.ts';

/** The texts of a field that are known before the body is read; of several, any one counts. */
export function headValues(
  field: MatchField,
  request: MatchableRequest | RequestHead,
): readonly string[] {
  return RequestHead.of(request)
    .values(field)
    .map(({ text }) => text);
}
