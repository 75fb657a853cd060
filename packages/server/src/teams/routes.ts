import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { operations } from '@hookwell/core/api';
import type { FastifyRequest } from 'fastify';
import { AttemptLimit } from '../accounts/public.ts';
import { accountName } from '../audit/public.ts';
import { createClientAddress } from '../connections/client-address.ts';
import { callerOf } from '../http/caller.ts';
import type { Parts } from '../parts.ts';
import {
  acceptInvitation,
  createInvitation,
  deleteInvitation,
  listInvitations,
  lookAtInvitation,
} from './invitations.ts';
import { listMembers, removeMember, setRole } from './members.ts';
import { createTeam, deleteTeam, listTeams, moveOwnEndpoint, renameTeam } from './teams.ts';

/** Teams, their members and invitations, and the move of endpoints between accounts. */
export function teamRoutes(parts: Parts): FastifyPluginAsyncTypebox {
  const { store, config, clock, log, addresses } = parts;
  const { db, changes } = store;
  const attempts = new AttemptLimit(db, clock, config);
  const clientAddress = createClientAddress(config, log, addresses);
  const personOf = (request: FastifyRequest) => callerOf(request).person.id;

  return async (app) => {
    app.route({
      ...operations.createTeam,
      handler: async (request, reply) => {
        const { name } = request.body;
        const team = await createTeam(db, config, personOf(request), name, clock());
        request.audit = { subject: teamName(team), accountIds: [personOf(request)] };
        return reply.code(201).send(team);
      },
    });

    app.route({
      ...operations.listTeams,
      handler: async (request) => await listTeams(db, personOf(request)),
    });

    app.route({
      ...operations.updateTeam,
      handler: async (request) => {
        const { id } = request.params;
        const team = await renameTeam(db, id, personOf(request), request.body.name);
        changes.tell(id);
        request.audit = { subject: team.name, accountIds: [id] };
        return team;
      },
    });

    app.route({
      ...operations.deleteTeam,
      handler: async (request, reply) => {
        const { id } = request.params;
        const withEndpoints = request.query.endpoints === 'delete';
        const team = await deleteTeam(db, id, personOf(request), { withEndpoints }, clock());
        changes.tell(id);
        // The rows of the team have gone with it.
        request.audit = { subject: teamName(team), accountIds: [personOf(request)] };
        return reply.code(204).send();
      },
    });

    app.route({
      ...operations.createInvitation,
      handler: async (request, reply) => {
        const { id } = request.params;
        const caller = callerOf(request);
        const { invitation, secret } = await createInvitation(
          db,
          id,
          caller,
          request.body,
          clock(),
        );
        const subject = `invitation ${invitation.id} (${invitation.role})`;
        request.audit = { subject, accountIds: [id] };
        return reply.code(201).send({ ...invitation, url: `${addresses.base}/join/${secret}` });
      },
    });

    app.route({
      ...operations.listInvitations,
      handler: async (request) => {
        const names = { teamId: request.params.id, callerId: personOf(request) };
        return await listInvitations(db, names, clock());
      },
    });

    app.route({
      ...operations.deleteInvitation,
      handler: async (request, reply) => {
        const { id, invitation } = request.params;
        const names = { teamId: id, callerId: personOf(request) };
        await deleteInvitation(db, names, invitation, clock());
        request.audit = { subject: `invitation ${invitation}`, accountIds: [id] };
        return reply.code(204).send();
      },
    });

    app.route({
      ...operations.lookAtInvitation,
      handler: async (request) => {
        await attempts.countAddress(clientAddress(request.raw));
        return await lookAtInvitation(db, request.body.secret, clock());
      },
    });

    app.route({
      ...operations.acceptInvitation,
      handler: async (request) => {
        await attempts.countAddress(clientAddress(request.raw));
        const { secret } = request.body;
        const team = await acceptInvitation(db, personOf(request), secret, clock());
        changes.tell(team.id);
        request.audit = { subject: team.role, accountIds: [team.id] };
        return team;
      },
    });

    app.route({
      ...operations.listMembers,
      handler: async (request) => await listMembers(db, request.params.id, personOf(request)),
    });

    app.route({
      ...operations.updateMember,
      handler: async (request) => {
        const { id, member } = request.params;
        const names = { teamId: id, memberId: member, callerId: personOf(request) };
        const { role } = request.body;
        const changed = await setRole(db, names, role);
        for (const account of [id, member]) changes.tell(account);
        const subject = accountName(changed);
        request.audit = { action: `member.to-${role}`, subject, accountIds: [id] };
        return changed;
      },
    });

    app.route({
      ...operations.removeMember,
      handler: async (request, reply) => {
        const { id, member } = request.params;
        const names = { teamId: id, memberId: member, callerId: personOf(request) };
        const removed = await removeMember(db, names);
        for (const account of [id, member]) changes.tell(account);
        request.audit = { subject: accountName(removed), accountIds: [id] };
        return reply.code(204).send();
      },
    });

    app.route({
      ...operations.moveEndpoint,
      handler: async (request, reply) => {
        const { token } = request.params;
        const { to } = request.body;
        const { removing = 0 } = request.query;
        const caller = callerOf(request);
        await moveOwnEndpoint(db, caller, { token, to, removing }, parts);
        changes.tell(to);
        const from = caller.account.id;
        const subject = `${request.audit?.subject} to account ${to}`;
        request.audit = { subject, accountIds: from === to ? [] : [from, to] };
        return reply.code(204).send();
      },
    });
  };
}

/** `Crew (account 42)` */
function teamName({ id, name }: { id: number; name: string | null }): string {
  return `${name} (account ${id})`;
}
