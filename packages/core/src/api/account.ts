import { type Static, Type } from 'typebox';
import { empty, json, operationsOf } from './operation.ts';
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

const HandoffCode = Type.Object(
  { code },
  { title: 'HandoffCode', examples: [{ code: '4fTq0ZxWk8c2Rm5JvB1uNd' }] },
);

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
const SingleSignOnQuery = Type.Object({
  next: Type.Optional(
    Type.String({
      description: `The path of this service to come back to, ${mostNextCharacters} characters at most; any other text counts as \`/\``,
      examples: ['/e/k3v9x0q2m7c5t1b8z4w6n0d2fa'],
    }),
  ),
});

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

const location = { description: 'Where to go on', schema: { type: 'string' } } as const;

const setsCookie = {
  'Set-Cookie': { description: 'The session cookie', schema: { type: 'string' } },
} as const;

function redirect(description: string) {
  return { ...empty(description), headers: { Location: location, ...setsCookie } };
}

export const accountOperations = operationsOf('Accounts', {
  register: {
    summary: 'Register',
    description:
      'Makes an account and a session of it. A guest becomes the account, with its endpoints and all their captured requests; its former sessions, codes and keys end.',
    credentials: 'none',
    body: EmailAndPassword,
    answers: { 201: json('The new account', Principal, setsCookie) },
    failures: ['emailTaken', 'passwordsOff', 'tooManyRequests'],
  },
  logIn: {
    summary: 'Log in',
    description:
      "Makes a session of the account. A guest's endpoints move into the account with all their captured requests.",
    credentials: 'none',
    body: LogIn,
    answers: { 200: json('The account', Principal, setsCookie) },
    failures: ['wrongLogin', 'passwordsOff', 'tooManyRequests'],
  },
  beginOidc: {
    summary: 'Begin a single sign-on',
    description:
      'For browsers: leads to the identity provider of this service (OpenID Connect). A failure leads to the log-in page. 404 if the service has none.',
    credentials: 'none',
    querystring: SingleSignOnQuery,
    answers: { 303: redirect('To the identity provider, or to the log-in page') },
    failures: ['notFound'],
  },
  finishOidc: {
    summary: 'Finish a single sign-on',
    description:
      "For browsers, which the identity provider leads here: makes a session of the account, which ends after 12 hours. A guest's endpoints move into the account with all their captured requests. A failure leads to the log-in page, whose `problem` names it. 404 if the service has no identity provider.",
    credentials: 'none',
    answers: { 303: redirect('To the page that the log-in began with, or to the log-in page') },
    failures: ['notFound'],
  },
  startGuestSession: {
    summary: 'Start a guest session',
    description: 'Makes an account without an email. A session that lives already goes on.',
    credentials: 'none',
    answers: {
      200: json('The account of the session that was there', Principal),
      201: json('The new guest', Principal, setsCookie),
    },
    failures: ['tooManyRequests'],
  },
  createHandoff: {
    summary: 'Hand the session over',
    description:
      'Makes a code with which another browser or program takes the session over: once, within ten minutes, and while this session lives.',
    credentials: 'session',
    leastRole: 'person',
    // A code does nothing until it is used: that is audited.
    answers: { 201: json('The code', Handoff) },
    failures: ['tooManyRequests'],
  },
  lookAtHandoff: {
    summary: 'Look at a session to take over',
    description: 'Gives the account that a code leads to. The code is not used up.',
    credentials: 'none',
    body: HandoffCode,
    answers: { 200: json('The account', Principal) },
    failures: ['notFound', 'tooManyRequests'],
  },
  takeHandoff: {
    summary: 'Take a session over',
    description:
      'Makes a session of the account that the code leads to, which ends when the session that was handed over would. That one lives on.',
    credentials: 'none',
    body: HandoffTaking,
    answers: { 200: json('The account', Principal, setsCookie) },
    failures: ['notFound', 'tooManyRequests'],
  },
  logOut: {
    summary: 'Log out',
    description:
      'Ends the session here and on the server. A guest is deleted with its last session.',
    credentials: 'session',
    leastRole: 'person',
    audit: 'logout',
    answers: { 204: empty('The session has ended') },
  },
  changePassword: {
    summary: 'Change the password',
    description: 'Every other session of the account ends, and so do codes that hand one over.',
    credentials: 'session',
    leastRole: 'person',
    audit: 'password.change',
    body: PasswordChange,
    answers: { 204: empty('The new password holds') },
    failures: ['wrongPassword', 'passwordsOff', 'tooManyRequests'],
  },
  deleteAccount: {
    summary: 'Delete the account',
    description:
      'Everything that belongs to the account is deleted with it. A registered account gives its password; a guest has none and sends no body. An account of single sign-on has none either: it must have logged in within ten minutes.',
    credentials: 'session',
    leastRole: 'person',
    // Its own rows end with it.
    audit: 'member.remove',
    body: AccountDeletion,
    answers: { 204: empty('The account is gone') },
    failures: ['wrongPassword', 'logInTooOld', 'lastOwner'],
    optionalBody: true,
  },
  getPrincipal: {
    summary: 'Get the current principal',
    description: 'Gives the account of this session or key.',
    credentials: 'sessionOrKey',
    leastRole: 'viewer',
    answers: { 200: json('The account', Principal) },
  },
  getLogInMethods: {
    summary: 'See how one logs in',
    description: 'Tells which ways to log in the account of this session has.',
    credentials: 'session',
    leastRole: 'person',
    answers: { 200: json('The ways that there are', LogInMethods) },
  },
});
