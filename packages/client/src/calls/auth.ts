import type {
  AccountDeletion,
  EmailAndPassword,
  PasswordChange,
  Principal,
} from '../contract/types.ts';
import type { Caller, CallOptions } from '../http/caller.ts';

/**
 * Accounts and their sessions. The session is a cookie that scripts cannot see: browsers keep it by
 * themselves, programs elsewhere use an API key (with which only `me` works).
 */
export class AuthCalls {
  readonly #caller: Caller;

  constructor(caller: Caller) {
    this.#caller = caller;
  }

  /**
   * Starts a guest's session. Where a session lives already, it goes on, whoever's it is.
   * @throws HookwellError 429 after too many attempts
   */
  guest(options?: CallOptions): Promise<Principal> {
    return this.#caller.json('startGuestSession', { path: {} }, options);
  }

  /**
   * Makes an account and a session of it. A guest's endpoints move into it with all they captured.
   * @throws HookwellError 400 for an email or password that cannot be one, 409 where the email is taken,
   *   429 after too many attempts
   */
  register(credentials: EmailAndPassword, options?: CallOptions): Promise<Principal> {
    return this.#caller.json('register', { path: {}, body: credentials }, options);
  }

  /**
   * Makes a session of the account. A guest's endpoints move into it with all they captured.
   * @throws HookwellError 401 where email or password is wrong, 429 after too many attempts
   */
  login(credentials: EmailAndPassword, options?: CallOptions): Promise<Principal> {
    return this.#caller.json('logIn', { path: {}, body: credentials }, options);
  }

  /** Ends the session here and on the server. */
  logout(options?: CallOptions): Promise<void> {
    return this.#caller.empty('logOut', { path: {} }, options);
  }

  /**
   * Whose session or key this is.
   * @throws HookwellError 401 where there is none, 403 where the plan no longer has API use
   */
  me(options?: CallOptions): Promise<Principal> {
    return this.#caller.json('getPrincipal', { path: {} }, options);
  }

  /**
   * Sets another password. Every other session of the account ends.
   * @throws HookwellError 400 for a password that cannot be one, 401 where the current one is wrong
   */
  changePassword(change: PasswordChange, options?: CallOptions): Promise<void> {
    return this.#caller.empty('changePassword', { path: {}, body: change }, options);
  }

  /**
   * Deletes the account with all that is its own. A guest has no password to give.
   * @throws HookwellError 400 without the password of a registered account, 401 where it is wrong
   */
  deleteAccount(deletion?: AccountDeletion, options?: CallOptions): Promise<void> {
    return this.#caller.empty('deleteAccount', { path: {}, body: deletion }, options);
  }
}
