import { readSettings, SettingsError } from '@hookwell/replies';
import { ApiError } from '../http/api-error.ts';
import type { NewSettings } from './settings.ts';

/**
 * Reads a document that was sent.
 * @throws {ApiError} `invalidInput`, whose sentence begins with the place
 */
export function readDocument(document: unknown): NewSettings {
  try {
    return { settings: readSettings(document), document: JSON.stringify(document) };
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    throw new ApiError('invalidInput', { sentence: error.message });
  }
}
