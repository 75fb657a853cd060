import { operations } from '@hookwell/core/api';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { endedCredentials } from '../accounts/public.ts';
import { portions } from '../database/grouped-look-ups.ts';
import { isSafe, leastRoleFor } from '../http/credentials.ts';
import { isLower } from '../members/memberships.ts';
import type { Parts } from '../parts.ts';
import type { StreamOptions, TeamRole } from './live-stream.ts';

/** What is read for somebody as long as it takes: a stream or a long answer. */
interface OpenRead {
  options: Pick<StreamOptions, 'credential' | 'membership' | 'scope'>;
}

/** One query asks about so many credentials or endpoints. */
const mostInBatch = 200;

/**
 * The reads that have to end: their session ended, their key was deleted, their plan lapsed, the endpoint that they watch is
 * no longer there or no longer their account's, or whoever opened them has no longer the role in the team.
 */
export async function findEnded<Read extends OpenRead>(
  parts: Pick<Parts, 'store' | 'clock'>,
  reads: Iterable<Read>,
): Promise<Read[]> {
  const all = [...reads];
  return [
    ...(await withoutCredential(parts, all)),
    ...(await withoutEndpoint(parts, all)),
    ...(await withoutRole(parts, all)),
  ];
}

async function withoutCredential<Read extends OpenRead>(
  { store, clock }: Pick<Parts, 'store' | 'clock'>,
  reads: Read[],
): Promise<Read[]> {
  const ended: Read[] = [];
  const byCredential = Map.groupBy(reads, ({ options: { credential } }) => keyOf(credential));
  for (const batch of portions([...byCredential.values()], mostInBatch)) {
    const credentials = batch.flatMap(([read]) => read?.options.credential ?? []);
    for (const credential of await endedCredentials(store.db, clock(), credentials)) {
      ended.push(...(byCredential.get(keyOf(credential)) ?? []));
    }
  }
  return ended;
}

async function withoutEndpoint<Read extends OpenRead>(
  { store }: Pick<Parts, 'store'>,
  reads: Read[],
): Promise<Read[]> {
  const ended: Read[] = [];
  const narrowed = reads.filter(({ options }) => options.scope.endpointId !== undefined);
  const byEndpoint = Map.groupBy(narrowed, ({ options }) => options.scope.endpointId ?? 0);
  for (const batch of portions([...byEndpoint.keys()], mostInBatch)) {
    const endpoints = await store.db
      .selectFrom('endpoint')
      .select(['id', 'account_id'])
      .where('id', 'in', batch)
      .execute();
    const owners = new Map(endpoints.map(({ id, account_id }) => [id, account_id]));
    const itsReads = batch.flatMap((id) => byEndpoint.get(id) ?? []);
    ended.push(
      ...itsReads.filter(
        ({ options: { scope } }) => owners.get(scope.endpointId ?? 0) !== scope.accountId,
      ),
    );
  }
  return ended;
}

async function withoutRole<Read extends OpenRead>(
  { store }: Pick<Parts, 'store'>,
  reads: Read[],
): Promise<Read[]> {
  const ended: Read[] = [];
  const byMember = Map.groupBy(
    reads.filter(({ options }) => options.membership !== undefined),
    ({ options }) => memberKey(options.membership),
  );
  for (const batch of portions([...byMember.values()], mostInBatch)) {
    const asked = batch.flatMap(([read]) => read?.options.membership ?? []);
    const found = await store.db
      .selectFrom('member')
      .select(['team_id as teamId', 'account_id as accountId', 'role'])
      .where('team_id', 'in', [...new Set(asked.map(({ teamId }) => teamId))])
      .where('account_id', 'in', [...new Set(asked.map(({ accountId }) => accountId))])
      .execute();
    const rolesNow = new Map(found.map((member) => [memberKey(member), member.role]));
    ended.push(
      ...batch.flat().filter(({ options: { membership } }) => {
        const role = rolesNow.get(memberKey(membership));
        return role === undefined || isLower(role, membership?.least ?? 'owner');
      }),
    );
  }
  return ended;
}

function memberKey(member: Pick<TeamRole, 'teamId' | 'accountId'> | undefined): string {
  return `${member?.teamId} ${member?.accountId}`;
}

function keyOf({ kind, id }: OpenRead['options']['credential']): string {
  return `${kind} ${id}`;
}

/** A read whose answer is not sent yet. */
interface UnsentRead extends OpenRead {
  cut(): void;
}

/**
 * Cuts off reads that go on after their credential or role has ended: a list, or a large body, takes as long as its reader does. Live streams are
 * ended by their hub.
 */
export class OpenReads {
  readonly #parts: Pick<Parts, 'store' | 'clock' | 'log'>;
  readonly #open = new Set<UnsentRead>();
  readonly #checks: NodeJS.Timeout;
  #isChecking = false;

  constructor(parts: Pick<Parts, 'store' | 'clock' | 'log'>, checkMs = 10_000) {
    this.#parts = parts;
    this.#checks = setInterval(() => void this.#cutEnded(), checkMs).unref();
  }

  /** To be called once callers are known. */
  watch(app: FastifyInstance): void {
    app.addHook('onRequest', async (request, reply) => this.#add(request, reply));
  }

  close(): void {
    clearInterval(this.#checks);
  }

  #add(request: FastifyRequest, { raw: response }: FastifyReply): void {
    const { caller, routeOptions } = request;
    if (caller === undefined || !isSafe(request.method)) return;
    if (routeOptions.url === operations.liveStream.url) return;
    const { account, person, credential } = caller;
    const isOwn = account.id === person.id;
    const least = leastRoleFor(request) ?? 'viewer';
    const read: UnsentRead = {
      options: {
        credential,
        scope: { accountId: account.id },
        membership: isOwn ? undefined : { teamId: account.id, accountId: person.id, least },
      },
      cut: () => void request.raw.socket.destroy(),
    };
    this.#open.add(read);
    response.once('close', () => this.#open.delete(read));
  }

  async #cutEnded(): Promise<void> {
    if (this.#isChecking || this.#open.size === 0) return;
    this.#isChecking = true;
    try {
      for (const read of await findEnded(this.#parts, this.#open)) read.cut();
    } catch (error) {
      this.#parts.log.warn({ err: error }, 'Open reads could not be checked');
    } finally {
      this.#isChecking = false;
    }
  }
}
