import { MatchError, type MatchField, parseFieldName } from '@hookwell/match';
import { longestFieldCharacters } from './settings.ts';
import { SettingsError } from './settings-error.ts';

/** Not known yet when deliveries are told apart, or never the same twice. */
const refused: ReadonlySet<string> = new Set([
  'answer',
  'attempt',
  'contract',
  'delivery',
  'id',
  'header',
  'received',
  'signature',
]);

/**
 * Reads what makes two requests the same delivery.
 * @throws {SettingsError} if it is not a field, or one that can tell nothing
 */
export function readDelivery(text: string, place: string): MatchField | 'one' {
  if (text === 'one') return 'one';
  if (text.length > longestFieldCharacters) {
    throw new SettingsError(place, `a field has at most ${longestFieldCharacters} characters`);
  }
  const field = parsed(text, place);
  if (refused.has(field.name)) {
    throw new SettingsError(
      place,
      `${field.name} cannot tell deliveries apart: write header.webhook-id, json.id or another field of the request, or one`,
    );
  }
  return field;
}

function parsed(text: string, place: string): MatchField {
  try {
    return parseFieldName(text);
  } catch (error) {
    if (!(error instanceof MatchError)) throw error;
    throw new SettingsError(place, `${error.message}: write header.webhook-id, json.id or one`);
  }
}
