import type { EndpointSettings } from '@hookwell/client';
import { hintOf } from '@hookwell/core/rules';
import { itemPlace, memberPlace } from '@hookwell/core/rules/files';
import { visible } from '../output/text.ts';

/**
 * A value of settings that is another one, or is only there before or after. Of a secret, and of what comes from the
 * environment, neither is told.
 */
export interface SetupDifference {
  /** `replies[0].status` */
  path: string;
  before?: unknown;
  after?: unknown;
  /** Of a value that is not told: that it is only there after, or before. Else it is another one. */
  hidden?: 'added' | 'removed';
}

/** All secrets stand below it. */
const secretsPath = 'verify.secrets';

/** A secret of which the hint is the same. */
export const hiddenDifference: SetupDifference = { path: secretsPath };

/** The values that settings differ in. A secret is compared by its hint, as far as one shows it. */
export function differencesOf(
  before: EndpointSettings,
  after: EndpointSettings,
): SetupDifference[] {
  const [old, wanted] = [valuesOf(before), valuesOf(withHints(after))];
  // The secrets that the service has stay.
  const areLeft = after.verify !== undefined && after.verify.secrets === undefined;
  return [...new Set([...old.keys(), ...wanted.keys()])]
    .filter((path) => !(areLeft && isSecret(path)))
    .filter((path) => JSON.stringify(old.get(path)) !== JSON.stringify(wanted.get(path)))
    .map((path) => {
      const one = difference(path, old, wanted);
      // An empty list of secrets has none to hide.
      return path === secretsPath || !isSecret(path)
        ? one
        : { ...withoutValue(one), path: path.replace('.hint', '') };
    });
}

/** The difference without its values: only whether one was added, removed or replaced. */
export function withoutValue({ path, hidden, ...values }: SetupDifference): SetupDifference {
  if (hidden !== undefined) return { path, hidden };
  if ('after' in values && !('before' in values)) return { path, hidden: 'added' };
  if ('before' in values && !('after' in values)) return { path, hidden: 'removed' };
  return { path };
}

function difference(
  path: string,
  old: ReadonlyMap<string, unknown>,
  wanted: ReadonlyMap<string, unknown>,
): SetupDifference {
  return {
    path,
    ...(old.has(path) && { before: old.get(path) }),
    ...(wanted.has(path) && { after: wanted.get(path) }),
  };
}

/** Whether settings have secrets of which only the service can tell whether it has them. */
export function hasSecrets({ verify }: EndpointSettings): boolean {
  return verify?.secrets?.some((secret) => typeof secret === 'string') === true;
}

function isSecret(path: string): boolean {
  return path.startsWith(secretsPath);
}

function withHints(settings: EndpointSettings): EndpointSettings {
  const { verify } = settings;
  if (verify?.secrets === undefined) return settings;
  const secrets = verify.secrets.map((secret) =>
    typeof secret === 'string' ? { hint: hintOf(secret) } : secret,
  );
  return { ...settings, verify: { ...verify, secrets } };
}

/** The values in settings by their places; a list or an object is one itself if it is empty. */
function valuesOf(settings: EndpointSettings): Map<string, unknown> {
  const values = new Map<string, unknown>();
  const add = (value: unknown, place: string): void => {
    const isParent = typeof value === 'object' && value !== null;
    const members = isParent ? Object.entries(value) : [];
    if (members.length === 0 && place !== '') values.set(place, value);
    for (const [name, member] of members) {
      add(member, Array.isArray(value) ? itemPlace(place, Number(name)) : memberPlace(place, name));
    }
  };
  add(settings, '');
  return values;
}

/** The most differences of one endpoint that are shown, and the most characters of a value. */
const mostShown = 50;
const mostCharacters = 100;

/** The differences as lines for people: `  ~ replies[0].status: 202 -> 204`. */
export function differenceLines(differences: readonly SetupDifference[]): string[] {
  const lines = differences.slice(0, mostShown).map((one) => {
    if (one.hidden !== undefined)
      return `  ${one.hidden === 'added' ? '+' : '-'} ${one.path}: a value that is not shown`;
    if (!('before' in one || 'after' in one))
      return `  ~ ${one.path}: a new value, which is not shown`;
    if (!('before' in one)) return `  + ${one.path}: ${shown(one.after)}`;
    if (!('after' in one)) return `  - ${one.path}: ${shown(one.before)}`;
    return `  ~ ${one.path}: ${shown(one.before)} -> ${shown(one.after)}`;
  });
  const more = differences.length - lines.length;
  return [...lines, ...(more > 0 ? [`  and ${more} more`] : [])].map(visible);
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? '';
  return text.length <= mostCharacters ? text : `${text.slice(0, mostCharacters)}…`;
}
