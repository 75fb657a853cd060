import { parseLocalInstant } from '@hookwell/core/match/text/times';
import { defineCommand, type Surroundings } from '../command-line/command.ts';
import { UsageError } from '../command-line/outcome.ts';
import { connect, serviceOptions } from '../service/connect.ts';
import { checkSecrets, chosenScheme, schemeNames } from '../signatures/chosen-scheme.ts';
import { secretIn, secretOption } from '../signatures/signing-options.ts';
import type { VerifierOptions } from '../signatures/verify-captured.ts';

const name = 'verify';

export const verifyCommand = defineCommand({
  name,
  summary: 'Verify the signature of a captured request, and explain a failure.',
  details: [
    'It fails if the signature is not valid. Headers whose names begin with X- are dropped unless the settings of the endpoint',
    'keep them: if the signature stood in one, it tells the verdict from when the request came, if its endpoint verified',
    'signatures then.',
  ].join('\n'),
  options: {
    request: {
      type: 'number',
      placeholder: 'ID',
      minimum: 1,
      required: true,
      description: 'The id of the request.',
    },
    scheme: {
      type: 'text',
      placeholder: 'SCHEME',
      description: 'How its sender signs: github, stripe, … (docs/signatures.md).',
      suggestions: schemeNames,
    },
    settings: {
      type: 'text',
      placeholder: 'FILE',
      description:
        'The same by a file with the settings of an endpoint, or their "verify", in JSON or YAML.',
    },
    'secret-env': {
      ...secretOption,
      description: 'The environment variable with the secret; any of several may fit.',
      repeatable: true,
    },
    'public-url': {
      type: 'text',
      placeholder: 'URL',
      description: 'The URL that the sender was given, if the request says another.',
    },
    tolerance: {
      type: 'duration',
      placeholder: 'TIME',
      description: 'How far the signed time may be from the arrival.',
    },
    at: {
      type: 'text',
      placeholder: 'TIME',
      description: 'The time of the arrival, in place of the one that the service noted; or "now".',
    },
    json: { type: 'flag', description: 'Print one line of JSON.' },
    ...serviceOptions,
  },
  exclusive: ['scheme', 'settings'],
  examples: [
    'hookwell verify --request 4211 --scheme stripe --secret-env NEW_SECRET --secret-env OLD_SECRET',
    'hookwell verify --request 4211 --scheme twilio --secret-env TWILIO_TOKEN --public-url https://shop.example/sms',
  ],
  async run({ request: id, json, ...values }, world) {
    const options = await verifierOptions(values, world);
    // Loaded here, so that help and mistakes in the command line answer without it.
    const { verifyCaptured } = await import('../signatures/verify-captured.ts');
    await verifyCaptured(id, await connect(values, world), options, json, world);
  },
});

interface VerifyValues {
  scheme: string | undefined;
  settings: string | undefined;
  'secret-env': readonly string[];
  'public-url': string | undefined;
  tolerance: number | undefined;
  at: string | undefined;
}

/**
 * The verifier by the values of the options.
 * @throws {UsageError} if an option is missing or wrong
 * @throws {CommandFailure} if a file of settings cannot be read, or has a fault
 */
async function verifierOptions(
  values: VerifyValues,
  world: Surroundings,
): Promise<VerifierOptions> {
  const { scheme, settings: settingsFile, 'secret-env': variables, tolerance } = values;
  if (scheme === undefined && settingsFile === undefined) {
    throw new UsageError('Option --scheme is missing', name);
  }
  if (variables.length === 0) throw new UsageError('Option --secret-env is missing', name);
  const secrets = variables.map((variable) => {
    return { name: variable, secret: secretIn(variable, world, name) };
  });
  const at = values.at === undefined ? undefined : timeOf(values.at);
  const publicUrl = publicUrlOf(values['public-url']);
  const chosen = await chosenScheme({ name: scheme, file: settingsFile }, world, name);
  const given = secrets.map(({ secret }) => secret);
  await checkSecrets(chosen, given);
  const settings =
    tolerance === undefined
      ? chosen.settings
      : { ...chosen.settings, tolerance: Math.max(1, Math.round(tolerance / 1000)) };
  return { scheme: chosen.scheme, settings, secrets, publicUrl, at };
}

/** Milliseconds since 1970. */
function timeOf(text: string): number {
  const time = text === 'now' ? Date.now() : parseLocalInstant(text);
  if (time !== undefined) return time;
  throw new UsageError('Option --at must be a time such as 2026-03-01T12:00:00Z, or "now"', name);
}

/** The bytes of the address as it was written, each as a character: a sender signs it so. */
function publicUrlOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  if (/^https?:\/\//i.test(text) && URL.canParse(text)) return Buffer.from(text).toString('latin1');
  throw new UsageError('Option --public-url must begin with http:// or https://', name);
}
