import { EmailAndPassword, type SingleSignOnProblem } from '@hookwell/core/api';
import { Type } from 'typebox';
import type { Allowed } from '../config-values.ts';
import { emailKey } from '../database/tables.ts';
import { compileCheck } from '../http/validation.ts';

/** A single sign-on failed. The message says why in words for operators; users are told the problem alone. */
export class SignOnFailure extends Error {
  readonly problem: SingleSignOnProblem;
  /** The email or subject of who is not let in; absent if that is not known, or it was not their doing. */
  account?: string;

  constructor(problem: SingleSignOnProblem, message: string, options?: { cause: unknown }) {
    super(message, options);
    this.name = 'SignOnFailure';
    this.problem = problem;
  }
}

/** Whom the provider says that somebody is. */
export interface Identity {
  issuer: string;
  subject: string;
  /** Only one that the provider calls verified. */
  email: string | undefined;
  groups: readonly string[];
}

/** Facts about somebody by their names, as the provider gives them in the ID token and at its userinfo address. */
type Claims = Readonly<Record<string, unknown>>;

/** A subject has no more characters (OpenID Connect Core, 2), all of them of ASCII. */
const subjectPattern = /^[\x20-\x7e]{1,255}$/;

const checkEmail = compileCheck(Type.Object({ email: EmailAndPassword.properties.email }));

/**
 * Reads an identity from the claims of a valid ID token, and those of userinfo where the token leaves something out. An email and
 * the word that it is verified count from one source alone.
 * @throws {SignOnFailure} `away` if the subject is none
 */
export function identityFrom(idToken: Claims, userinfo: Claims = {}): Identity {
  const { iss, sub, groups: ownGroups } = idToken;
  if (typeof iss !== 'string' || typeof sub !== 'string' || !subjectPattern.test(sub)) {
    throw new SignOnFailure('away', 'The ID token has no subject of 1 to 255 ASCII characters');
  }
  const { email, email_verified } = 'email' in idToken ? idToken : userinfo;
  const isVerified = email_verified === true && isEmail(email);
  const { groups: otherGroups } = userinfo;
  const groups = ownGroups ?? otherGroups;
  return {
    issuer: iss,
    subject: sub,
    email: isVerified ? email : undefined,
    groups: Array.isArray(groups) ? groups.filter((group) => typeof group === 'string') : [],
  };
}

/** Whether the operator's list lets the identity in; without a list all are let in. */
export function isAllowed({ email, groups }: Identity, allowed: Allowed | undefined): boolean {
  if (allowed === undefined) return true;
  const domain = email === undefined ? undefined : emailKey(email).split('@').at(-1);
  if (domain !== undefined && allowed.domains.includes(domain)) return true;
  return allowed.groups.some((group) => groups.includes(group));
}

/** The service has rules of its own for emails, and the databases cannot keep every text. */
function isEmail(email: unknown): email is string {
  try {
    checkEmail({ email });
    return true;
  } catch (_refusal) {
    return false;
  }
}
