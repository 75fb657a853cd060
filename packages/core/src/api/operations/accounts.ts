import {
  AccountDeletion,
  EmailAndPassword,
  Handoff,
  HandoffCode,
  HandoffTaking,
  LogIn,
  LogInMethods,
  PasswordChange,
  Principal,
  SingleSignOnQuery,
} from '../principal.ts';
import { empty, json, operationsOf } from './operation.ts';

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
    audit: { action: 'logout' },
    answers: { 204: empty('The session has ended') },
  },
  changePassword: {
    summary: 'Change the password',
    description: 'Every other session of the account ends, and so do codes that hand one over.',
    credentials: 'session',
    leastRole: 'person',
    audit: { action: 'password.change' },
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
    audit: { action: 'member.remove', subject: 'leavingPerson' },
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
