import { type Match, MatchError, type MatchTerm, parseMatch } from '@hookwell/match';
import { SettingsError } from './settings-error.ts';

/** Reads the match of a listener, which is tried before the attempt is counted. */
export function readListenerMatch(text: string, place: string): Match {
  const match = readWhen(text, place);
  for (const { condition, start, end } of match.terms) {
    if (!('field' in condition) || condition.field.name !== 'attempt') continue;
    const sentence = `at character ${start + 1}: attempt is not known before the request is stored`;
    throw new SettingsError(place, sentence, { start, end });
  }
  return match;
}

/** Fields that are known only once the answer is decided. */
const notYetKnown: ReadonlySet<string> = new Set(['answer', 'id', 'delivery']);

/**
 * Reads the match of a reply.
 * @param isStored it was taken earlier: values that no request can have are taken
 * @throws {SettingsError} if it makes no sense, or asks for what is not known before the reply is chosen
 */
export function readWhen(text: string, place: string, isStored = false): Match {
  const match = parsed(text, place, isStored);
  for (const term of match.terms) refuseUnknown(term, place);
  return match;
}

function parsed(text: string, place: string, isStored: boolean): Match {
  try {
    return parseMatch(text, { isStored });
  } catch (error) {
    if (!(error instanceof MatchError)) throw error;
    const { start, end } = error;
    throw new SettingsError(place, `at character ${start + 1}: ${error.message}`, { start, end });
  }
}

function refuseUnknown({ condition, start, end }: MatchTerm, place: string): void {
  if (!('field' in condition)) return;
  const { name } = condition.field;
  const where = `at character ${start + 1}:`;
  if (notYetKnown.has(name)) {
    const sentence = `${where} ${name} is not known before the reply is chosen`;
    throw new SettingsError(place, sentence, { start, end });
  }
  if (name === 'attempt' && condition.kind === 'field' && condition.operator === ':') {
    const sentence = `${where} attempts are compared as numbers: write attempt=2 or attempt>2`;
    throw new SettingsError(place, sentence, { start, end });
  }
}
