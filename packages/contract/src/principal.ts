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
