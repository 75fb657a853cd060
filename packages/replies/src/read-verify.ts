import {
  checkScheme,
  checkSecret,
  findScheme,
  type Scheme,
  type SchemeSettings,
  schemes,
} from '@hookwell/signatures';
import { butFound, members, refuseOthers } from './members.ts';
import {
  longestToleranceSeconds,
  mostCertificateCharacters,
  mostSecretCharacters,
  mostSecrets,
  type SecretHint,
  type VerifyingSettings,
} from './settings.ts';
import { SettingsError } from './settings-error.ts';

/** Members that are texts, each up to so many characters. */
const texts = [
  ['webhookId', 256],
  ['header', 256],
  ['prefix', 256],
  ['signed', 1024],
  ['timestampHeader', 256],
  ['idHeader', 256],
] as const;
type TextName = (typeof texts)[number][0];
const algorithms = ['sha1', 'sha256', 'sha512'] as const;
const encodings = ['hex', 'base64'] as const;
const memberNames = [
  'scheme',
  'secrets',
  'tolerance',
  ...texts.map(([name]) => name),
  'algorithm',
  'encoding',
];

/**
 * Reads how requests are verified. Hints of kept secrets are taken as they are: whoever keeps the secrets resolves them.
 * @throws {SettingsError} at the first place that makes no sense; no sentence shows a secret
 */
export function readVerify(value: unknown, place: string): VerifyingSettings {
  const verify = members(value, place, 'this is an object with a scheme and its secrets');
  refuseOthers(verify, memberNames, place);
  const scheme = readScheme(verify.scheme, `${place}.scheme`);
  const settings: SchemeSettings = {
    scheme: scheme.name,
    ...readTolerance(verify.tolerance, `${place}.tolerance`),
    ...readTexts(verify, place),
    ...readChoices(verify, place),
  };
  const fault = checkScheme(settings);
  if (fault !== undefined) throw new SettingsError(`${place}.${fault.member}`, fault.message);
  const secrets = readSecrets(verify.secrets, scheme, `${place}.secrets`);
  for (const [index, secret] of secrets.entries()) {
    if (typeof secret === 'string') checkFit(settings, secret, `${place}.secrets[${index}]`);
  }
  return { ...settings, secrets };
}

/** A wrong scheme is not shown: it may be a secret in the wrong place. */
function readScheme(name: unknown, place: string): Scheme {
  if (typeof name !== 'string') {
    throw new SettingsError(place, 'this is the name of a signature scheme, such as github');
  }
  const scheme = findScheme(name);
  if (scheme === undefined) {
    const known = schemes.map((one) => one.name).join(', ');
    throw new SettingsError(place, `there is no such signature scheme: known are ${known}`);
  }
  return scheme;
}

function readTolerance(tolerance: unknown, place: string): Pick<SchemeSettings, 'tolerance'> {
  if (tolerance === undefined) return {};
  const isWhole = typeof tolerance === 'number' && Number.isInteger(tolerance);
  if (!isWhole || tolerance < 1 || tolerance > longestToleranceSeconds) {
    throw new SettingsError(
      place,
      `a tolerance is a whole number of seconds from 1 to ${longestToleranceSeconds}`,
    );
  }
  return { tolerance };
}

function readTexts(
  verify: Readonly<Record<string, unknown>>,
  place: string,
): Pick<SchemeSettings, TextName> {
  const read: Pick<SchemeSettings, TextName> = {};
  for (const [name, most] of texts) {
    const text = verify[name];
    if (text === undefined) continue;
    const own = `${place}.${name}`;
    if (typeof text !== 'string' || text === '' || text.length > most) {
      throw new SettingsError(own, `this is a string of 1 to ${most} characters`);
    }
    read[name] = text;
  }
  return read;
}

function readChoices(
  { algorithm, encoding }: Readonly<Record<string, unknown>>,
  place: string,
): Pick<SchemeSettings, 'algorithm' | 'encoding'> {
  return {
    ...(algorithm === undefined
      ? {}
      : { algorithm: oneOf(algorithms, algorithm, `${place}.algorithm`) }),
    ...(encoding === undefined
      ? {}
      : { encoding: oneOf(encodings, encoding, `${place}.encoding`) }),
  };
}

function oneOf<Name extends string>(names: readonly Name[], value: unknown, place: string): Name {
  const found = names.find((name) => name === value);
  if (found === undefined) throw new SettingsError(place, `this is one of ${names.join(', ')}`);
  return found;
}

/** @throws {SettingsError} if the secret cannot be one of the scheme */
function checkFit(settings: SchemeSettings, secret: string, place: string): void {
  const fault = checkSecret(settings, secret);
  if (fault !== undefined) throw new SettingsError(place, fault);
}

function readSecrets(
  secrets: unknown,
  { name, secret: { form, byHandshake } }: Scheme,
  place: string,
): VerifyingSettings['secrets'] {
  if (secrets !== undefined && !Array.isArray(secrets)) {
    throw new SettingsError(place, `this is a list of secrets${butFound(secrets)}`);
  }
  const list: unknown[] = secrets ?? [];
  if (list.length === 0 && byHandshake === undefined) {
    throw new SettingsError(place, `${name} needs a secret at least`);
  }
  if (list.length > mostSecrets) {
    throw new SettingsError(place, `an endpoint has at most ${mostSecrets} secrets`);
  }
  const most = form === 'certificate' ? mostCertificateCharacters : mostSecretCharacters;
  return Array.from(list, (secret, index) => readSecret(secret, most, `${place}[${index}]`));
}

function readSecret(secret: unknown, most: number, place: string): string | SecretHint {
  if (typeof secret === 'string') {
    if (secret !== '' && secret.length <= most) return secret;
    throw new SettingsError(place, `a secret has 1 to ${most} characters`);
  }
  const { hint, ...others } = members(
    secret,
    place,
    'a secret is a string, or {"hint": "…"} of one that is kept',
  );
  if (typeof hint === 'string' && Object.keys(others).length === 0) return { hint };
  throw new SettingsError(place, 'this is {"hint": "…"} of a secret that is kept');
}
