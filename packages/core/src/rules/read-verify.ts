import { secretEncodings, signatureAlgorithms, signatureEncodings } from '../api/settings-names.ts';
import {
  checkScheme,
  checkSecret,
  findScheme,
  type Scheme,
  type SchemeSettings,
  schemes,
} from '../signatures/index.ts';
import {
  butFound,
  members,
  nearestTo,
  oneOf,
  type Reading,
  refuseOthers,
  SettingsError,
  ShapeError,
  textOf,
  wholeNumber,
} from './reading.ts';
import {
  longestToleranceSeconds,
  mostCertificateCharacters,
  mostSecretCharacters,
  mostSecrets,
  type SecretHint,
  type VerifyingSettings,
} from './settings.ts';

type Reader<Value> = (value: unknown, place: string) => Value;
type Choices = Omit<SchemeSettings, 'scheme'>;

/** The members beside the scheme and its secrets: all of them may be absent. */
const choices: { readonly [Name in keyof Choices]-?: Reader<NonNullable<Choices[Name]>> } = {
  tolerance: (value, place) =>
    wholeNumber(
      value,
      place,
      { minimum: 1, maximum: longestToleranceSeconds },
      `a tolerance must be a whole number of seconds from 1 to ${longestToleranceSeconds}`,
    ),
  webhookId: textUpTo(256),
  header: textUpTo(256),
  prefix: textUpTo(256),
  signed: textUpTo(1024),
  timestampHeader: textUpTo(256),
  idHeader: textUpTo(256),
  algorithm: (value, place) => oneOf(signatureAlgorithms, value, place),
  encoding: (value, place) => oneOf(signatureEncodings, value, place),
  secretEncoding: (value, place) => oneOf(secretEncodings, value, place),
  pairs: readPairs,
};
const memberNames = ['scheme', 'secrets', ...Object.keys(choices)];

/**
 * Reads how requests are verified. Hints of kept secrets are taken as they are: whoever keeps the secrets resolves them.
 * @throws {SettingsError} at the first place that makes no sense; no sentence shows a secret
 */
export function readVerify(value: unknown, place: string, reading: Reading): VerifyingSettings {
  const verify = members(value, place, 'this must be an object with a scheme and its secrets');
  refuseOthers(verify, memberNames, place);
  const faultsBefore = reading.faults.length;
  const scheme = reading.part(() => readScheme(verify.scheme, `${place}.scheme`));
  const chosen = Object.entries(choices).map(([name, read]) => [
    name,
    reading.member<unknown>(verify, name, place, read),
  ]);
  // Each of them comes from the reader of its name.
  const settings = {
    scheme: scheme?.name ?? '',
    ...Object.fromEntries(chosen.filter(([, read]) => read !== undefined)),
  } as SchemeSettings;
  // The members together matter only if each makes sense. Those that are stored were taken by the rules of then.
  if (reading.faults.length === faultsBefore && !reading.isStored) {
    reading.part(() => {
      const fault = checkScheme(settings);
      if (fault !== undefined) throw new SettingsError(`${place}.${fault.member}`, fault.message);
    });
  }
  const secrets = reading.part(() =>
    readSecrets(verify.secrets, settings, scheme, `${place}.secrets`, reading),
  );
  return { ...settings, secrets: secrets ?? [] };
}

/** A wrong scheme is not shown: it may be a secret in the wrong place. */
function readScheme(name: unknown, place: string): Scheme {
  const scheme = findScheme(
    textOf(name, place, 'this must be the name of a signature scheme, such as github'),
  );
  if (scheme === undefined) {
    const known = schemes.map((one) => one.name);
    const perhaps = typeof name === 'string' ? nearestTo(name, known) : '';
    const rest = perhaps === '' ? `: known are ${known.join(', ')}` : perhaps;
    throw new SettingsError(place, `there is no such signature scheme${rest}`);
  }
  return scheme;
}

function readPairs(value: unknown, place: string): NonNullable<SchemeSettings['pairs']> {
  const pairs = members(
    value,
    place,
    'this must be an object such as {"signature": "v1", "timestamp": "t"}',
  );
  refuseOthers(pairs, ['signature', 'timestamp', 'separator'], place);
  const text = (name: string) => textUpTo(64)(pairs[name], `${place}.${name}`);
  return {
    signature: text('signature'),
    ...(pairs.timestamp !== undefined && { timestamp: text('timestamp') }),
    ...(pairs.separator !== undefined && { separator: text('separator') }),
  };
}

function textUpTo(most: number): Reader<string> {
  const sentence = `this must be a string of 1 to ${most} characters`;
  return (value, place) => {
    const text = textOf(value, place, sentence);
    if (text !== '' && text.length <= most) return text;
    const found = text === '' ? 'it is empty' : `it has ${text.length}`;
    throw new SettingsError(place, `${sentence}, and ${found}`);
  };
}

function readSecrets(
  secrets: unknown,
  settings: SchemeSettings,
  scheme: Scheme | undefined,
  place: string,
  reading: Reading,
): VerifyingSettings['secrets'] {
  if (secrets !== undefined && !Array.isArray(secrets)) {
    throw new ShapeError(place, `this must be a list of secrets${butFound(secrets)}`);
  }
  const list: unknown[] = secrets ?? [];
  reading.part(() => {
    if (list.length === 0 && scheme !== undefined && scheme.secret.byHandshake === undefined) {
      throw new SettingsError(place, `${scheme.name} needs a secret at least`);
    }
    if (list.length > mostSecrets) {
      throw new SettingsError(place, `an endpoint has at most ${mostSecrets} secrets`);
    }
  });
  const isCertificate = scheme?.secret.form === 'certificate';
  const most = isCertificate ? mostCertificateCharacters : mostSecretCharacters;
  return Array.from(list, (secret, index) => {
    const own = `${place}[${index}]`;
    return reading.part(() => {
      const read = readSecret(secret, most, own);
      const fault = typeof read === 'string' ? checkSecret(settings, read) : undefined;
      if (fault !== undefined) throw new SettingsError(own, fault);
      return read;
    });
  }).filter((secret) => secret !== undefined);
}

function readSecret(secret: unknown, most: number, place: string): string | SecretHint {
  if (typeof secret === 'string') {
    // A line break comes along when a secret is copied, and from a file.
    const text = secret.trim();
    if (text !== '' && text.length <= most) return text;
    throw new SettingsError(place, `a secret has 1 to ${most} characters`);
  }
  const { hint, ...others } = members(
    secret,
    place,
    'a secret must be a string, or {"hint": "…"} of one that is kept',
  );
  if (typeof hint === 'string' && Object.keys(others).length === 0) return { hint };
  throw new ShapeError(place, 'this must be {"hint": "…"} of a secret that is kept');
}
