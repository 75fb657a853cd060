import type {
  AccountDeletion,
  EmailAndPassword,
  HandoffTaking,
  LogIn,
  NewApiKey,
  PasswordChange,
} from '../contract/types.ts';
import type { Caller, CallOptions } from '../http/caller.ts';

/**
 * Accounts and their sessions. The session is a cookie that scripts cannot see: browsers keep it by themselves.
 * Programs elsewhere use an API key, with which only `me` works.
 */
export class AuthCalls {
  readonly #caller: Caller;

  constructor(caller: Caller) {
    this.#caller = caller;
  }

  /**
   * Starts a guest's session. A session that lives already goes on, be it a guest's or an account's.
   * @throws {HookwellError} 429 after too many attempts
   */
  guest(options?: CallOptions) {
    return this.#caller.json('startGuestSession', { path: {} }, options);
  }

  /**
   * Makes an account and a session of it. A guest becomes the account, with its endpoints and all their captured requests.
   * @throws {HookwellError} 400 if email or password cannot be one, 409 if the email is taken, 429 after too many
   *   attempts
   */
  register(credentials: EmailAndPassword, options?: CallOptions) {
    return this.#caller.json('register', { path: {}, body: credentials }, options);
  }

  /**
   * Makes a session of the account. A guest's endpoints move into it with all their captured requests.
   * @throws {HookwellError} 401 if email or password is wrong, 429 after too many attempts
   */
  login(credentials: LogIn, options?: CallOptions) {
    return this.#caller.json('logIn', { path: {}, body: credentials }, options);
  }

  /**
   * Makes a code with which another browser or program takes this session over, once, within ten minutes.
   * @throws {HookwellError} 401 without a session, 429 after too many attempts
   */
  handOver(options?: CallOptions) {
    return this.#caller.json('createHandoff', { path: {} }, options);
  }

  /**
   * The account that such a code leads to. The code is not used up.
   * @throws {HookwellError} 404 if the code does not work or no longer, 429 after too many attempts
   */
  lookAtHandoff(code: string, options?: CallOptions) {
    return this.#caller.json('lookAtHandoff', { path: {}, body: { code } }, options);
  }

  /**
   * Makes a session of the account that such a code leads to.
   * @throws {HookwellError} 404 if the code does not work or no longer, 429 after too many attempts
   */
  takeOver(taking: HandoffTaking, options?: CallOptions) {
    return this.#caller.json('takeHandoff', { path: {}, body: taking }, options);
  }

  /** Ends the session here and on the server. */
  logout(options?: CallOptions) {
    return this.#caller.empty('logOut', { path: {} }, options);
  }

  /**
   * The account of this session or key.
   * @throws {HookwellError} 401 if there is none, 403 if the plan no longer has API use
   */
  me(options?: CallOptions) {
    return this.#caller.json('getPrincipal', { path: {} }, options);
  }

  /**
   * The ways to log in that the account of this session has.
   * @throws {HookwellError} 401 without a session
   */
  methods(options?: CallOptions) {
    return this.#caller.json('getLogInMethods', { path: {} }, options);
  }

  /**
   * Sets another password. Every other session of the account ends.
   * @throws {HookwellError} 400 if the new password cannot be one, 401 if the current one is wrong
   */
  changePassword(change: PasswordChange, options?: CallOptions) {
    return this.#caller.empty('changePassword', { path: {}, body: change }, options);
  }

  /**
   * Deletes the account with everything that belongs to it. A guest has no password to give.
   * @throws {HookwellError} 400 if the password of a registered account is missing, 401 if it is wrong
   */
  deleteAccount(deletion?: AccountDeletion, options?: CallOptions) {
    return this.#caller.empty('deleteAccount', { path: {}, body: deletion }, options);
  }
}

/** API keys, credentials for programs. These calls take a session; a plan without API use gets 403. */
export class KeyCalls {
  readonly #caller: Caller;

  constructor(caller: Caller) {
    this.#caller = caller;
  }

  /** Every key of the account, oldest first, without its secret. */
  list(options?: CallOptions) {
    return this.#caller.json('listApiKeys', { path: {} }, options);
  }

  /**
   * Makes a key. Its `secret` is shown here and never again.
   * @throws {HookwellError} 400 if the name has not 1 to 100 characters, 403 if there are 20 keys
   */
  create(key: NewApiKey, options?: CallOptions) {
    return this.#caller.json('createApiKey', { path: {}, body: key }, options);
  }

  /**
   * Deletes a key, which stops working at once.
   * @throws {HookwellError} 404 if the tracking id is unknown
   */
  delete(trackingId: string, options?: CallOptions) {
    return this.#caller.empty('deleteApiKey', { path: { trackingId } }, options);
  }
}
