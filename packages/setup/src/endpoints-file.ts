import { type DescribedEndpoint, readEndpoints } from './endpoints.ts';
import type { Environment } from './environment-values.ts';
import { readFilledDocument } from './filled-document.ts';
import { membersOf } from './members.ts';

/**
 * Reads a file of endpoints, in YAML or JSON: `endpoints: [{name, settings}]`.
 * @throws {SetupError} at the first fault
 */
export function readEndpointsFile(text: string, environment: Environment): DescribedEndpoint[] {
  return readFilledDocument(text, environment, (document) =>
    readEndpoints(membersOf(document, '', ['endpoints']).endpoints, 'endpoints'),
  );
}
