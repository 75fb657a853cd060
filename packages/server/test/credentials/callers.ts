import { createSession } from '../../src/accounts/sessions.ts';
import { inTransaction } from '../../src/database/transaction.ts';
import { createShareSecret, hashShareSecret } from '../../src/shares/secret.ts';
import {
  password,
  send,
  startAccount,
  startGuest,
  startServer,
  type TestServer,
  Visitor,
  withKey,
} from '../start-server.ts';
import type { Things } from './route-fixtures.ts';
import { makeTeam } from './team-of.ts';

export type CredentialKind =
  | 'none'
  | 'guest'
  | 'free'
  | 'plus'
  | 'plusKey'
  | 'freeKey'
  | 'deletedKey'
  | 'mistypedKey'
  | 'expiredSession'
  | 'loggedOutSession'
  | 'goodKeyWithDeadSession'
  | 'deadKeyWithGoodSession';

export const credentialKinds: readonly CredentialKind[] = [
  'none',
  'guest',
  'free',
  'plus',
  'plusKey',
  'freeKey',
  'deletedKey',
  'mistypedKey',
  'expiredSession',
  'loggedOutSession',
  'goodKeyWithDeadSession',
  'deadKeyWithGoodSession',
];

/** A credential as it is sent, and a session of the same account that can make things for it. */
export interface Caller {
  sends: Visitor;
  owner: Visitor;
}

/** A server whose clock the tests set, with an account that calls nothing itself. */
export class CalledServer implements AsyncDisposable {
  readonly server: TestServer;
  readonly stranger: Visitor;
  readonly #member: { id: number };
  readonly #clock: { now: number };

  private constructor(
    server: TestServer,
    { stranger, member }: { stranger: Visitor; member: { id: number } },
    clock: { now: number },
  ) {
    this.server = server;
    this.stranger = stranger;
    this.#member = member;
    this.#clock = clock;
  }

  /** Starts it, with the account `known@example.com`. */
  static async start(): Promise<CalledServer> {
    const clock = { now: Date.now() };
    const server = await startServer({
      clock: () => clock.now,
      environment: { HOOKWELL_PLANS: '{"free":{"endpoints":1000},"plus":{"endpoints":1000}}' },
    });
    const stranger = await startAccount(server, 'plus');
    await new Visitor(server).ask(201, 'POST', '/api/auth/register', {
      email: 'known@example.com',
      password,
    });
    const member = await startAccount(server);
    return new CalledServer(server, { stranger, member }, clock);
  }

  passTime(milliseconds: number): void {
    this.#clock.now += milliseconds;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.server[Symbol.asyncDispose]();
  }

  async makeCaller(kind: CredentialKind): Promise<Caller> {
    if (kind === 'none') return { sends: new Visitor(this.server), owner: this.stranger };
    if (kind === 'guest') {
      const guest = await startGuest(this.server);
      return { sends: guest, owner: guest };
    }
    const owner = await startAccount(this.server, kind === 'free' ? 'free' : 'plus');
    const setPlan = (plan: 'free' | 'plus') =>
      this.server.store.db
        .updateTable('account')
        .set({ plan })
        .where('id', '=', owner.id)
        .execute();
    switch (kind) {
      case 'free':
      case 'plus':
        return { sends: owner, owner };
      case 'plusKey':
        return { sends: await withKey(owner), owner };
      case 'freeKey': {
        const sends = await withKey(owner);
        await setPlan('free');
        return { sends, owner };
      }
      case 'deletedKey':
        return { sends: await this.#withDeletedKey(owner), owner };
      case 'mistypedKey': {
        const { key = '' } = await withKey(owner);
        const last = key.endsWith('a') ? 'b' : 'a';
        return { sends: new Visitor(this.server, { key: key.slice(0, -1) + last }), owner };
      }
      case 'expiredSession':
        return { sends: await this.#withExpiredSession(owner), owner };
      case 'loggedOutSession':
        return { sends: await this.#withDeadSession(owner), owner };
      case 'goodKeyWithDeadSession': {
        const { key = '' } = await withKey(owner);
        const { cookie = '' } = await this.#withDeadSession(owner);
        return { sends: new Visitor(this.server, { key, cookie }), owner };
      }
      case 'deadKeyWithGoodSession': {
        const { key = '' } = await this.#withDeletedKey(owner);
        return { sends: new Visitor(this.server, { key, cookie: owner.cookie ?? '' }), owner };
      }
    }
  }

  async #withDeletedKey(owner: Visitor): Promise<Visitor> {
    const keyed = await withKey(owner);
    const [{ trackingId }] = await owner.ask(200, 'GET', '/api/keys');
    await owner.ask(204, 'DELETE', `/api/keys/${trackingId}`);
    return keyed;
  }

  /** A second session of the account; the owner goes on with its own. */
  async #secondSession(owner: Visitor): Promise<Visitor> {
    const { id, email } = await owner.ask(200, 'GET', '/api/auth/me');
    const value = await inTransaction(this.server.store.db, (transaction) =>
      createSession(transaction, { id, email, kind: null }, this.#clock.now),
    );
    return new Visitor(this.server, { cookie: `hookwell_session=${value}` });
  }

  async #withDeadSession(owner: Visitor): Promise<Visitor> {
    const second = await this.#secondSession(owner);
    const { cookie = '' } = second;
    await second.ask(204, 'POST', '/api/auth/logout');
    return new Visitor(this.server, { cookie });
  }

  async #withExpiredSession(owner: Visitor): Promise<Visitor> {
    const second = await this.#secondSession(owner);
    await this.server.store.db
      .updateTable('session')
      .set({ expires_at: this.#clock.now - 1 })
      .where('id', '=', (eb) => eb.selectFrom('session').select((e) => e.fn.max('id').as('id')))
      .execute();
    return second;
  }

  async makeThings(owner: Visitor, { withTeam = false } = {}): Promise<Things> {
    const token = await owner.endpoint();
    const { id } = await send(this.server, token, { method: 'POST', body: '{"hello":1}' });
    const account = await owner.ask(200, 'GET', '/api/auth/me');
    const trackingId = Math.floor(Math.random() * 0xfffff)
      .toString(16)
      .padStart(5, '0');
    // An account has few keys at once.
    await this.server.store.db
      .deleteFrom('api_key')
      .where('account_id', '=', account.id)
      .where('name', '=', 'made by a test')
      .execute();
    await this.server.store.db
      .insertInto('api_key')
      .values({
        account_id: account.id,
        secret_hash: `${account.id}-${trackingId}-${Math.random()}`,
        key_hint: 'wh-aaaa…bbbb',
        name: 'made by a test',
        tracking_uuid: `00000000-0000-7000-8000-0000000${trackingId}`,
        tracking_id: trackingId,
        created_at: this.#clock.now,
        last_used_at: null,
      })
      .execute();
    const member = this.#member.id;
    const owners = withTeam && !account.isGuest ? { [account.id]: 'owner' as const } : {};
    const team = withTeam
      ? await makeTeam(this.server, { ...owners, [member]: 'member' })
      : { team: 0, invitation: 0, secret: '' };
    const share = await this.#makeShare(account.id, token);
    return { token, id, trackingId, member, ...team, ...share };
  }

  /** Guests have none, but for this. */
  async #makeShare(
    accountId: number,
    token: string,
  ): Promise<Pick<Things, 'share' | 'shareSecret'>> {
    const { db } = this.server.store;
    // An account has few shares at once.
    await db.deleteFrom('share').where('account_id', '=', accountId).execute();
    const secret = createShareSecret();
    const { id: share } = await db
      .insertInto('share')
      .values((eb) => ({
        account_id: accountId,
        created_by: accountId,
        secret_hash: hashShareSecret(secret) ?? '',
        endpoint_id: eb.selectFrom('endpoint').select('id').where('token', '=', token),
        redact: 'secrets',
        fields: '[]',
        created_at: this.#clock.now,
        expires_at: this.#clock.now + 86_400_000,
      }))
      .returning('id')
      .executeTakeFirstOrThrow();
    return { share, shareSecret: secret };
  }
}
