import { type DescribedEndpoint, readEndpoints } from './endpoints.ts';
import { type Environment, withEnvironment } from './environment-values.ts';
import { membersOf } from './members.ts';
import { readDocument } from './read-document.ts';

/**
 * Reads a file of endpoints, in YAML or JSON: `endpoints: [{name, settings}]`.
 * @throws {SetupError} at the first fault
 */
export function readEndpointsFile(text: string, environment: Environment): DescribedEndpoint[] {
  const document = withEnvironment(readDocument(text), environment);
  return readEndpoints(membersOf(document, '', ['endpoints']).endpoints, 'endpoints');
}
