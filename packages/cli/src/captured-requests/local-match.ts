import { parseMatch, printMatch, withLocalTimes } from '@hookwell/core/match';

/**
 * The text of a match as the service is to read it: its times without a zone are those of this machine.
 * @throws {MatchError} if a part of it makes no sense
 */
export function localMatch(text: string): string {
  const match = parseMatch(text);
  const resolved = withLocalTimes(match);
  return resolved === match ? text : printMatch(resolved);
}
