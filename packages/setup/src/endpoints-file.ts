import { type DescribedEndpoint, readEndpoints } from './endpoints.ts';
import type { Environment } from './environment-values.ts';
import { readFilledDocument } from './filled-document.ts';
import { membersOf } from './members.ts';

/** An endpoint of a file, and where in the file texts have values of the environment, which may be secrets. */
export interface FiledEndpoint extends DescribedEndpoint {
  filledPlaces: ReadonlySet<string>;
}

/**
 * Reads a file of endpoints, in YAML or JSON: `endpoints: [{name, settings}]`.
 * @throws {SetupError} at the first fault
 */
export function readEndpointsFile(text: string, environment: Environment): FiledEndpoint[] {
  return readFilledDocument(text, environment, (document, used) => {
    const filledPlaces = new Set(used.map(({ place }) => place));
    const { endpoints } = membersOf(document, '', ['endpoints']);
    return readEndpoints(endpoints, 'endpoints').map((one) => ({ ...one, filledPlaces }));
  });
}
