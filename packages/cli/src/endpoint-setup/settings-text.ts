import type { EndpointSettings } from '@hookwell/client';
import { errorMessage } from '@hookwell/contract/error-message';
import { CommandFailure } from '../command-line/outcome.ts';

/**
 * The settings in a text, in JSON or YAML, checked as the service checks them.
 * @param source where the text comes from: it stands before the place of a fault
 * @throws {CommandFailure} that names the place of the first fault
 */
export async function settingsOf(text: string, source: string): Promise<EndpointSettings> {
  // Loaded here, so that help answers without them.
  const [{ readDocument, SetupError }, { readSettings, SettingsError }] = await Promise.all([
    import('@hookwell/setup'),
    import('@hookwell/replies'),
  ]);
  try {
    const document = readDocument(text);
    readSettings(document);
    // `readSettings` has checked that it is what the contract describes.
    return document as EndpointSettings;
  } catch (error) {
    if (!(error instanceof SetupError || error instanceof SettingsError)) throw error;
    throw new CommandFailure(`${source}: ${errorMessage(error)}`, { cause: error });
  }
}

/** Settings as people read and edit them. */
export function settingsText(settings: EndpointSettings): string {
  return `${JSON.stringify(settings, null, 2)}\n`;
}
