import { EmailAndPassword, type PlanName, planNames } from '@hookwell/core/api';
import {
  type DescribedEndpoint,
  type Environment,
  itemsOf,
  memberPlace,
  membersOf,
  nameOf,
  noteOnce,
  readEndpoints,
  readFilledDocument,
  SetupError,
  textOf,
} from '@hookwell/core/rules/files';
import { Type } from 'typebox';
import { ApiError } from '../api-error.ts';
import { isToken } from '../connections/request-target.ts';
import { emailKey } from '../database/tables.ts';
import { compileCheck } from '../http/validation.ts';
import { isWellFormedSecret } from '../keys/public.ts';

/** An account as a seed file describes it. Each part has its place in the file: `accounts[0].keys[1]`. */
export interface SeedAccount {
  email: string;
  /** `undefined`: that of a sign-up, if the account has to be made. */
  plan: PlanName | undefined;
  keys: { name: string; secret: string; place: string }[];
  endpoints: SeedEndpoint[];
  place: string;
}

export interface SeedEndpoint extends Omit<DescribedEndpoint, 'more'> {
  token: string;
}

/** The values that may stand in the file only once, with their places. */
interface Seen {
  emails: Map<string, string>;
  secrets: Map<string, string>;
  tokens: Map<string, string>;
}

/** The most endpoints of all accounts: a transaction makes them all. */
const mostEndpoints = 10_000;

/**
 * Reads a seed file, in YAML or JSON.
 * @throws {SetupError} at the first fault; no sentence shows a secret
 */
export function readSeed(text: string, environment: Environment): SeedAccount[] {
  return readFilledDocument(text, environment, (document) => {
    const { accounts } = membersOf(document, '', ['accounts']);
    const seen: Seen = { emails: new Map(), secrets: new Map(), tokens: new Map() };
    return itemsOf(accounts, 'accounts').map(({ item, place }) => readAccount(item, place, seen));
  });
}

function readAccount(value: unknown, place: string, seen: Seen): SeedAccount {
  const account = membersOf(value, place, ['email', 'plan', 'keys', 'endpoints']);
  const email = readEmail(account.email, memberPlace(place, 'email'));
  noteOnce(seen.emails, emailKey(email), memberPlace(place, 'email'));
  const plan =
    account.plan === undefined ? undefined : readPlan(account.plan, memberPlace(place, 'plan'));
  return {
    ...{ email, plan, place },
    keys: itemsOf(account.keys, memberPlace(place, 'keys')).map(({ item, place }) =>
      readKey(item, place, seen),
    ),
    endpoints: readEndpoints(account.endpoints, memberPlace(place, 'endpoints'), ['token']).map(
      ({ more, ...endpoint }) => ({
        ...endpoint,
        token: readToken(more.token, memberPlace(endpoint.place, 'token'), seen),
      }),
    ),
  };
}

const checkEmail = compileCheck(Type.Object({ email: EmailAndPassword.properties.email }));

function readEmail(value: unknown, place: string): string {
  const email = textOf(value, place);
  try {
    return checkEmail({ email }).email;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw new SetupError(place, 'this is no email address');
  }
}

function readPlan(value: unknown, place: string): PlanName {
  const plan = planNames.find((name) => name === value);
  if (plan === undefined)
    throw new SetupError(place, `this must be one of ${planNames.join(', ')}`);
  return plan;
}

function readKey(value: unknown, place: string, { secrets }: Seen): SeedAccount['keys'][number] {
  const key = membersOf(value, place, ['name', 'secret']);
  const name = nameOf(key.name, memberPlace(place, 'name'));
  const secretPlace = memberPlace(place, 'secret');
  const secret = textOf(key.secret, secretPlace);
  if (!isWellFormedSecret(secret)) {
    throw new SetupError(secretPlace, 'this is no key: "hookwell key generate" prints one');
  }
  noteOnce(secrets, secret, secretPlace);
  return { name, secret, place };
}

function readToken(value: unknown, place: string, { tokens }: Seen): string {
  const token = textOf(value, place);
  if (!isToken(token)) throw new SetupError(place, 'a token has 26 to 64 characters of a-z0-9');
  noteOnce(tokens, token, place);
  if (tokens.size > mostEndpoints) {
    throw new SetupError(place, `a file has at most ${mostEndpoints} endpoints`);
  }
  return token;
}
