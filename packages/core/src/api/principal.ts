import { type Static, Type } from 'typebox';
import { PlanName } from './plans.ts';
import { DateTime, optionalText, withoutNul } from './text.ts';

export const principalStatuses = ['active', 'past_due', 'canceled'] as const;
export type PrincipalStatus = (typeof principalStatuses)[number];

const ofSubscription = 'Absent for an account that never paid; of a team its owners alone see it';

/** An account, registered or a guest's, or a team. */
export const Principal = Type.Object(
  {
    id: Type.Integer(),
    email: optionalText('Absent for a guest'),
    isGuest: Type.Boolean(),
    plan: PlanName,
    subscriptionId: optionalText(ofSubscription),
    price: optionalText('A decimal number in the major unit of the currency'),
    currency: optionalText('ISO 4217, in upper case'),
    dateStart: Type.Optional(DateTime),
    dateEnd: Type.Optional(DateTime),
    datePurchase: Type.Optional(DateTime),
    status: Type.Unsafe<PrincipalStatus>({ type: 'string', enum: [...principalStatuses] }),
  },
  {
    title: 'Principal',
    examples: [
      {
        id: 42,
        email: 'ada@example.org',
        isGuest: false,
        plan: 'plus',
        subscriptionId: 'sub_1',
        price: '9.00',
        currency: 'EUR',
        dateStart: '2026-03-01T12:00:00.000Z',
        dateEnd: '2026-04-01T12:00:00.000Z',
        datePurchase: '2026-03-01T12:00:00.000Z',
        status: 'active',
      },
    ],
  },
);
export type Principal = Static<typeof Principal>;

/** How one logs in to an account; a guest's has no way. */
export const LogInMethods = Type.Object(
  {
    password: Type.Boolean(),
    singleSignOn: Type.Boolean({ description: 'Whether an identity provider knows its owner' }),
  },
  { title: 'LogInMethods', examples: [{ password: true, singleSignOn: false }] },
);
export type LogInMethods = Static<typeof LogInMethods>;

const email = Type.String({ format: 'email', maxLength: 254, pattern: withoutNul });
const newPassword = Type.String({ minLength: 8, maxLength: 256 });
/** An existing password is only compared: a short one is wrong, not invalid. */
const standingPassword = Type.String({ maxLength: 256 });

/** The body of registering. */
export const EmailAndPassword = Type.Object(
  { email, password: newPassword },
  {
    title: 'EmailAndPassword',
    examples: [{ email: 'ada@example.org', password: 'correct horse' }],
  },
);
export type EmailAndPassword = Static<typeof EmailAndPassword>;

/** The body of logging in. */
export const LogIn = Type.Object(
  { email, password: standingPassword },
  { title: 'LogIn', examples: [{ email: 'ada@example.org', password: 'correct horse' }] },
);
export type LogIn = Static<typeof LogIn>;

export const PasswordChange = Type.Object(
  { currentPassword: standingPassword, newPassword },
  {
    title: 'PasswordChange',
    examples: [{ currentPassword: 'correct horse', newPassword: 'battery staple' }],
  },
);
export type PasswordChange = Static<typeof PasswordChange>;

/** A guest has no password and may leave the body out. */
export const AccountDeletion = Type.Object(
  { password: Type.Optional(standingPassword) },
  { title: 'AccountDeletion', examples: [{ password: 'correct horse' }] },
);
export type AccountDeletion = Static<typeof AccountDeletion>;

/** A code that hands a session over. */
export const Handoff = Type.Object(
  {
    code: Type.String({ description: '128 random bits in base62; works once' }),
    expiresAt: DateTime,
  },
  {
    title: 'Handoff',
    examples: [{ code: '4fTq0ZxWk8c2Rm5JvB1uNd', expiresAt: '2026-03-01T12:10:00.000Z' }],
  },
);
export type Handoff = Static<typeof Handoff>;

const code = Type.String({ maxLength: 200 });

export const HandoffCode = Type.Object(
  { code },
  { title: 'HandoffCode', examples: [{ code: '4fTq0ZxWk8c2Rm5JvB1uNd' }] },
);
export type HandoffCode = Static<typeof HandoffCode>;

export const HandoffTaking = Type.Object(
  {
    code,
    bringEndpoints: Type.Optional(
      Type.Boolean({
        description:
          'Whether the endpoints of a guest that this browser is already move into the account, which ends the guest; else it is left as it is',
      }),
    ),
  },
  { title: 'HandoffTaking', examples: [{ code: '4fTq0ZxWk8c2Rm5JvB1uNd', bringEndpoints: true }] },
);
export type HandoffTaking = Static<typeof HandoffTaking>;

/** The most characters of the path that a single sign-on comes back to. */
export const mostNextCharacters = 1000;

/** Where a single sign-on comes back to. */
export const SingleSignOnQuery = Type.Object({
  next: Type.Optional(
    Type.String({
      description: `The path of this service to come back to, ${mostNextCharacters} characters at most; any other text counts as \`/\``,
      examples: ['/e/k3v9x0q2m7c5t1b8z4w6n0d2fa'],
    }),
  ),
});
export type SingleSignOnQuery = Static<typeof SingleSignOnQuery>;

/**
 * Why a single sign-on failed: the `problem` in the address of the log-in page that it leads to.
 * - `away`: the identity provider does not answer, or not as it should
 * - `refused`: it refuses the log-in, or the user gave it up there
 * - `late`: the log-in was begun over ten minutes ago, or not in this browser, or was used already
 * - `not-allowed`: this service lets in neither the verified domain nor a group of this user
 * - `email-taken`: the account of this email belongs to another identity of the same provider
 * - `too-many`: too many log-ins from this address
 * - `failed`: this service cannot log anybody in right now
 */
export const singleSignOnProblems = [
  'away',
  'refused',
  'late',
  'not-allowed',
  'email-taken',
  'too-many',
  'failed',
] as const;
export type SingleSignOnProblem = (typeof singleSignOnProblems)[number];
