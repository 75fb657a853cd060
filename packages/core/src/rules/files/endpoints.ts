import type { EndpointSettings } from '../../api/index.ts';
import { readSettings, SettingsError } from '../index.ts';
import { type Environment, readFilledDocument } from './document.ts';
import {
  itemsOf,
  type Members,
  memberPlace,
  membersOf,
  nameOf,
  noteOnce,
  SetupError,
} from './members.ts';

/** An endpoint as a setup file describes it. */
export interface DescribedEndpoint {
  name: string;
  /** Checked; `undefined` if the file says nothing about them, and `{}` for none. */
  settings: EndpointSettings | undefined;
  /** `endpoints[1]` */
  place: string;
  /** The members that stand beside name and settings. */
  more: Members;
}

/**
 * The endpoints of a list, each with its own name.
 * @param more the names of members that may stand beside name and settings
 * @throws {SetupError} at the first fault
 */
export function readEndpoints(
  value: unknown,
  place: string,
  more: readonly string[] = [],
): DescribedEndpoint[] {
  const names = new Map<string, string>();
  return itemsOf(value, place).map(({ item, place }) => {
    const members = membersOf(item, place, ['name', ...more, 'settings']);
    const name = nameOf(members.name, memberPlace(place, 'name'));
    noteOnce(names, name, memberPlace(place, 'name'));
    const settings = readDescribedSettings(members.settings, memberPlace(place, 'settings'));
    return { name, settings, place, more: members };
  });
}

function readDescribedSettings(value: unknown, place: string): EndpointSettings | undefined {
  if (value === undefined) return undefined;
  try {
    readSettings(value);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    const inside = error.place === 'settings' ? place : memberPath(place, error.place);
    throw new SetupError(inside, error.sentence, { cause: error });
  }
  // `readSettings` has checked that it is what the contract describes.
  return value as EndpointSettings;
}

/** The place of a fault in the settings, which is a path of its own: `replies[0].status`. */
function memberPath(place: string, path: string): string {
  return `${place}.${path}`;
}

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
