import { AccountDeletion, EmailAndPassword, PasswordChange, Principal } from '../principal.ts';
import {
  byAnybody,
  bySession,
  bySessionOrKey,
  empty,
  failures,
  failuresOfAll,
  failuresOfBody,
  failuresOfSession,
  failuresOfSessionOrKey,
  json,
  type Operation,
} from './operation.ts';

const setsCookie = {
  'Set-Cookie': { description: 'The session cookie', schema: { type: 'string' } },
} as const;

const register = {
  method: 'POST',
  url: '/api/auth/register',
  schema: {
    operationId: 'register',
    summary: 'Register',
    description:
      "Makes an account and a session of it. A guest's endpoints move into the account with all their captured requests.",
    tags: ['Accounts'],
    security: byAnybody,
    body: EmailAndPassword,
    response: {
      201: json('The new account', Principal, setsCookie),
      ...failures(
        'emailTaken',
        'tooManyRequests',
        'foreignOrigin',
        ...failuresOfBody,
        ...failuresOfAll,
      ),
    },
  },
  config: { credentials: 'none', changes: true },
} as const satisfies Operation;

const logIn = {
  method: 'POST',
  url: '/api/auth/login',
  schema: {
    operationId: 'logIn',
    summary: 'Log in',
    description:
      "Makes a session of the account. A guest's endpoints move into the account with all their captured requests.",
    tags: ['Accounts'],
    security: byAnybody,
    body: EmailAndPassword,
    response: {
      200: json('The account', Principal, setsCookie),
      ...failures(
        'wrongLogin',
        'tooManyRequests',
        'foreignOrigin',
        ...failuresOfBody,
        ...failuresOfAll,
      ),
    },
  },
  config: { credentials: 'none', changes: true },
} as const satisfies Operation;

const startGuestSession = {
  method: 'POST',
  url: '/api/auth/guest',
  schema: {
    operationId: 'startGuestSession',
    summary: 'Start a guest session',
    description: 'Makes an account without an email. A session that lives already goes on.',
    tags: ['Accounts'],
    security: byAnybody,
    response: {
      200: json('The account of the session that was there', Principal),
      201: json('The new guest', Principal, setsCookie),
      ...failures('tooManyRequests', 'foreignOrigin', ...failuresOfAll),
    },
  },
  config: { credentials: 'none', changes: true },
} as const satisfies Operation;

const logOut = {
  method: 'POST',
  url: '/api/auth/logout',
  schema: {
    operationId: 'logOut',
    summary: 'Log out',
    description: 'Ends the session here and on the server.',
    tags: ['Accounts'],
    security: bySession,
    response: {
      204: empty('The session has ended'),
      ...failures('foreignOrigin', ...failuresOfSession),
    },
  },
  config: { credentials: 'session', changes: true },
} as const satisfies Operation;

const changePassword = {
  method: 'POST',
  url: '/api/auth/password',
  schema: {
    operationId: 'changePassword',
    summary: 'Change the password',
    description: 'Every other session of the account ends.',
    tags: ['Accounts'],
    security: bySession,
    body: PasswordChange,
    response: {
      204: empty('The new password holds'),
      ...failures(
        'wrongPassword',
        'tooManyRequests',
        'foreignOrigin',
        ...failuresOfBody,
        ...failuresOfSession,
      ),
    },
  },
  config: { credentials: 'session', changes: true },
} as const satisfies Operation;

const deleteAccount = {
  method: 'DELETE',
  url: '/api/auth/me',
  schema: {
    operationId: 'deleteAccount',
    summary: 'Delete the account',
    description:
      'Everything that belongs to the account is deleted with it. A registered account gives its password; a guest has none and sends no body.',
    tags: ['Accounts'],
    security: bySession,
    body: AccountDeletion,
    response: {
      204: empty('The account is gone'),
      ...failures('wrongPassword', 'foreignOrigin', ...failuresOfBody, ...failuresOfSession),
    },
  },
  config: { credentials: 'session', changes: true, optionalBody: true },
} as const satisfies Operation;

const getPrincipal = {
  method: 'GET',
  url: '/api/auth/me',
  schema: {
    operationId: 'getPrincipal',
    summary: 'Get the current principal',
    description: 'Gives the account of this session or key.',
    tags: ['Accounts'],
    security: bySessionOrKey,
    response: { 200: json('The account', Principal), ...failures(...failuresOfSessionOrKey) },
  },
  config: { credentials: 'sessionOrKey' },
} as const satisfies Operation;

export const accountOperations = {
  register,
  logIn,
  startGuestSession,
  logOut,
  changePassword,
  deleteAccount,
  getPrincipal,
};
