import type { NewInvitation, Role } from '../contract/types.ts';
import type { Caller, CallOptions } from '../http/caller.ts';

/**
 * Teams, accounts of several people. These calls take a session of a registered account, and act for whoever has it. A team
 * of which they are no member gets 404, and a role that is too low 403.
 */
export class TeamCalls {
  readonly #caller: Caller;

  constructor(caller: Caller) {
    this.#caller = caller;
  }

  /**
   * Makes a team; whoever makes it is its first owner.
   * @throws {HookwellError} 403 for guests, and if the account owns 20 teams
   */
  create(name: string, options?: CallOptions) {
    return this.#caller.json('createTeam', { path: {}, body: { name } }, options);
  }

  /** The teams that the caller is a member of, in the order of joining. */
  list(options?: CallOptions) {
    return this.#caller.json('listTeams', { path: {} }, options);
  }

  rename(id: number, name: string, options?: CallOptions) {
    return this.#caller.json('updateTeam', { path: { id }, body: { name } }, options);
  }

  /**
   * Deletes a team; `withEndpoints` deletes its endpoints, too.
   * @throws {HookwellError} 409 if it has endpoints otherwise
   */
  delete(
    id: number,
    { withEndpoints = false, ...options }: CallOptions & { withEndpoints?: boolean } = {},
  ) {
    const query = { endpoints: withEndpoints ? 'delete' : undefined };
    return this.#caller.empty('deleteTeam', { path: { id }, query }, options);
  }

  /** The members of a team, in the order of joining. */
  members(id: number, options?: CallOptions) {
    return this.#caller.json('listMembers', { path: { id } }, options);
  }

  /** @throws {HookwellError} 409 if the team would have no owner, 403 if the member would own more than 20 teams */
  setRole(id: number, member: number, role: Role, options?: CallOptions) {
    return this.#caller.json('updateMember', { path: { id, member }, body: { role } }, options);
  }

  /**
   * Removes a member, by the id of the account: oneself to leave.
   * @throws {HookwellError} 409 if the team would have no owner
   */
  removeMember(id: number, member: number, options?: CallOptions) {
    return this.#caller.empty('removeMember', { path: { id, member } }, options);
  }

  /**
   * Makes an invitation. Its `url`, by which one registered account may join, is shown here and never again.
   * @throws {HookwellError} 403 if 100 are open
   */
  invite(id: number, invitation: NewInvitation, options?: CallOptions) {
    return this.#caller.json('createInvitation', { path: { id }, body: invitation }, options);
  }

  /** The invitations that nobody has used yet, oldest first. */
  invitations(id: number, options?: CallOptions) {
    return this.#caller.json('listInvitations', { path: { id } }, options);
  }

  /** Withdraws an invitation. */
  withdraw(id: number, invitation: number, options?: CallOptions) {
    return this.#caller.empty('deleteInvitation', { path: { id, invitation } }, options);
  }

  /**
   * What the secret of an invitation leads to. It is not used up.
   * @throws {HookwellError} 404 if it was used, has expired or never was
   */
  lookAtInvitation(secret: string, options?: CallOptions) {
    return this.#caller.json('lookAtInvitation', { path: {}, body: { secret } }, options);
  }

  /**
   * Joins a team by the secret of an invitation, the last part of its `url`.
   * @throws {HookwellError} 404 if it was used, has expired or never was; 403 for guests, and if the team is full
   */
  accept(secret: string, options?: CallOptions) {
    return this.#caller.json('acceptInvitation', { path: {}, body: { secret } }, options);
  }

  /**
   * Moves an endpoint of the client's account, with all it has, to a team or to the caller's own account.
   * @param removing how many of its oldest requests may be deleted where the plan there keeps fewer
   * @throws {HookwellError} 404 if the caller is no member there, 403 if the plan allows no more endpoints there, 409 if more than
   * `removing` requests would be deleted: the message has their number
   */
  moveEndpoint(
    token: string,
    to: number,
    { removing, ...options }: CallOptions & { removing?: number } = {},
  ) {
    const query = { removing };
    return this.#caller.empty('moveEndpoint', { path: { token }, query, body: { to } }, options);
  }
}
