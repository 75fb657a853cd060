import { type Match, MatchError, parseMatch } from '@hookwell/match';
import { Refusal } from '../refusal.ts';

/**
 * Reads the parameter `match` of a list or stream.
 * @returns `undefined` if it means every request: these need no search
 * @throws {Refusal} `invalidInput` with the sentence and the place of the word that is wrong
 */
export function readMatchText(text = ''): Match | undefined {
  try {
    const match = parseMatch(text);
    return match.terms.length === 0 ? undefined : match;
  } catch (error) {
    if (!(error instanceof MatchError)) throw error;
    const place = `at character ${error.start + 1}`;
    throw new Refusal('invalidInput', { sentence: `match, ${place}: ${error.message}` });
  }
}
