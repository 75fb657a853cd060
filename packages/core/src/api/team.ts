import { type Static, Type } from 'typebox';
import { EndpointParams } from './endpoint.ts';
import { empty, json, operationsOf, RoleName } from './operation.ts';
import { DateTime, optionalCount, optionalText, ShownName } from './text.ts';

/** What every operation takes that acts for an account: the server reads it before anything else of the query. */
export const AccountQuery = Type.Object({
  account: optionalCount(
    'Acts for this team, of which the caller is a member; without it for their own account',
  ),
});

/** So many teams an account may own at once. */
export const maximumOwnedTeams = 20;
/** So many teams an account may be a member of, those that it owns included. */
export const maximumTeams = 100;
/** So many members a team may have. */
export const maximumMembers = 200;
/** So many invitations to a team may be open at once. */
export const maximumInvitations = 100;

/** A team, and the role in it of whoever asks. */
export const Team = Type.Object(
  { id: Type.Integer(), name: Type.String(), role: RoleName },
  { title: 'Team', examples: [{ id: 7, name: 'Payments', role: 'owner' }] },
);
export type Team = Static<typeof Team>;

/** The body of making a team, and of changing its name. */
export const TeamName = Type.Object(
  { name: ShownName },
  { title: 'TeamName', examples: [{ name: 'Payments' }] },
);
export type TeamName = Static<typeof TeamName>;

export const Member = Type.Object(
  {
    id: Type.Integer({ description: 'Of the account' }),
    email: optionalText('Absent for an account without one'),
    role: RoleName,
  },
  { title: 'Member', examples: [{ id: 42, email: 'ada@example.org', role: 'owner' }] },
);
export type Member = Static<typeof Member>;

const MemberChange = Type.Object(
  { role: RoleName },
  { title: 'MemberChange', examples: [{ role: 'viewer' }] },
);

const invitation = { id: Type.Integer(), role: RoleName, expiresAt: DateTime };
const example = { id: 3, role: 'member', expiresAt: '2026-03-08T12:00:00.000Z' };

export const Invitation = Type.Object(invitation, { title: 'Invitation', examples: [example] });
export type Invitation = Static<typeof Invitation>;

/** The only answer that has the invitation's address. */
export const CreatedInvitation = Type.Object(
  { ...invitation, url: Type.String({ description: 'Whoever has it may join, once' }) },
  {
    title: 'CreatedInvitation',
    examples: [
      {
        ...example,
        url: 'https://hooks.example.org/join/3qF7hZk0vW5cYx1TgBn8sRmLpJ2dUe4oAiC6KtQyE9w',
      },
    ],
  },
);
export type CreatedInvitation = Static<typeof CreatedInvitation>;

/** What an invitation leads to, for whoever has its address. */
export const InvitationPreview = Type.Object(
  {
    team: Type.String({ description: 'The name of the team' }),
    role: RoleName,
    by: optionalText('The email of whoever made it'),
    expiresAt: DateTime,
  },
  {
    title: 'InvitationPreview',
    examples: [
      { team: 'Payments', role: 'member', by: 'ada@example.org', expiresAt: example.expiresAt },
    ],
  },
);
export type InvitationPreview = Static<typeof InvitationPreview>;

export const NewInvitation = Type.Object(
  {
    role: RoleName,
    days: Type.Optional(Type.Integer({ minimum: 1, maximum: 30, description: '7 by default' })),
  },
  { title: 'NewInvitation', examples: [{ role: 'member', days: 7 }] },
);
export type NewInvitation = Static<typeof NewInvitation>;

/** The secret is the last part of an invitation's address. */
const Acceptance = Type.Object(
  { secret: Type.String({ maxLength: 200 }) },
  {
    title: 'Acceptance',
    examples: [{ secret: '3qF7hZk0vW5cYx1TgBn8sRmLpJ2dUe4oAiC6KtQyE9w' }],
  },
);

const EndpointMove = Type.Object(
  { to: Type.Integer({ minimum: 1, description: 'The team, or the own account' }) },
  { title: 'EndpointMove', examples: [{ to: 7 }] },
);

/** The query of a move. */
const EndpointMoveQuery = Type.Object({
  removing: Type.Optional(
    Type.Integer({
      minimum: 0,
      description: 'How many of its oldest requests may be deleted where the plan keeps fewer',
    }),
  ),
});

const TeamParams = Type.Object({ id: Type.Integer({ minimum: 1 }) });
const MemberParams = Type.Object({
  id: Type.Integer({ minimum: 1 }),
  member: Type.Integer({ minimum: 1 }),
});
const InvitationParams = Type.Object({
  id: Type.Integer({ minimum: 1 }),
  invitation: Type.Integer({ minimum: 1 }),
});

const TeamDeletionQuery = Type.Object({
  endpoints: Type.Optional(
    Type.Literal('delete', {
      description: 'Deletes its endpoints as well; without it a team that has some stays',
    }),
  ),
});

export const teamOperations = operationsOf('Teams', {
  createTeam: {
    summary: 'Create a team',
    description: 'Makes a team on the plan of new accounts. Whoever makes it is its first owner.',
    credentials: 'session',
    leastRole: 'person',
    audit: 'team.create',
    body: TeamName,
    answers: { 201: json('The new team', Team) },
    failures: ['registeredOnly', 'teamLimit'],
  },
  listTeams: {
    summary: 'List teams',
    description: 'Lists the teams of which the caller is a member, in the order of joining.',
    credentials: 'session',
    leastRole: 'person',
    answers: { 200: json('The teams', Type.Array(Team)) },
  },
  updateTeam: {
    summary: 'Rename a team',
    description: 'Owners alone may.',
    credentials: 'session',
    leastRole: 'owner',
    audit: 'team.rename',
    params: TeamParams,
    body: TeamName,
    answers: { 200: json('The team as it is now', Team) },
    failures: ['notFound'],
  },
  deleteTeam: {
    summary: 'Delete a team',
    description: 'Its keys, shares and invitations end with it. Owners alone may.',
    credentials: 'session',
    leastRole: 'owner',
    audit: 'team.delete',
    params: TeamParams,
    querystring: TeamDeletionQuery,
    answers: { 204: empty('The team is gone') },
    failures: ['notFound', 'teamNotEmpty'],
  },
  createInvitation: {
    summary: 'Invite to a team',
    description:
      'Makes an address by which one registered account may join, within the given days. Owners alone may.',
    credentials: 'session',
    leastRole: 'owner',
    audit: 'invitation.create',
    params: TeamParams,
    body: NewInvitation,
    answers: { 201: json('The invitation', CreatedInvitation) },
    failures: ['notFound', 'invitationLimit'],
  },
  listInvitations: {
    summary: 'List invitations',
    description:
      'Lists those that nobody has used yet, oldest first, without their addresses. Owners alone may.',
    credentials: 'session',
    leastRole: 'owner',
    params: TeamParams,
    answers: { 200: json('The invitations', Type.Array(Invitation)) },
    failures: ['notFound'],
  },
  deleteInvitation: {
    summary: 'Withdraw an invitation',
    description: 'Nobody can join by it any more. Owners alone may.',
    credentials: 'session',
    leastRole: 'owner',
    audit: 'invitation.delete',
    params: InvitationParams,
    answers: { 204: empty('The invitation is gone') },
    failures: ['notFound'],
  },
  lookAtInvitation: {
    summary: 'Look at an invitation',
    description:
      'Gives what the secret of an invitation leads to, and who made it. The invitation is not used up.',
    credentials: 'none',
    body: Acceptance,
    answers: { 200: json('The invitation', InvitationPreview) },
    failures: ['notFound', 'tooManyRequests'],
  },
  acceptInvitation: {
    summary: 'Join a team',
    description:
      'Makes the caller a member, with the role of the invitation unless they have a higher one. An invitation serves once.',
    credentials: 'session',
    leastRole: 'person',
    audit: 'invitation.accept',
    body: Acceptance,
    answers: { 200: json('The team', Team) },
    failures: ['notFound', 'registeredOnly', 'teamLimit', 'memberLimit', 'tooManyRequests'],
  },
  listMembers: {
    summary: 'List members',
    description: 'Lists the members of a team in the order of joining.',
    credentials: 'session',
    leastRole: 'viewer',
    params: TeamParams,
    answers: { 200: json('The members', Type.Array(Member)) },
    failures: ['notFound'],
  },
  updateMember: {
    summary: 'Change the role of a member',
    description: 'Whoever gets a lower one loses the invitations that they made. Owners alone may.',
    credentials: 'session',
    leastRole: 'owner',
    audit: 'member.to-viewer',
    params: MemberParams,
    body: MemberChange,
    answers: { 200: json('The member as they are now', Member) },
    failures: ['notFound', 'lastOwner', 'teamLimit'],
  },
  removeMember: {
    summary: 'Remove a member',
    description:
      'The keys, invitations and shares that they made in the team end as well. Owners may, and everybody for themselves.',
    credentials: 'session',
    // Everybody may leave.
    leastRole: 'owner',
    audit: 'member.remove',
    params: MemberParams,
    answers: { 204: empty('The member is gone') },
    failures: ['notFound', 'lastOwner'],
  },
  moveEndpoint: {
    summary: 'Move an endpoint',
    description:
      'Moves it with all that it has to another account of the caller: their own, or a team in which they are at least member. Its shares end. From a team, owners alone may. Where the plan of the target keeps fewer requests, the oldest are deleted: `removing` must name their number.',
    credentials: 'session',
    leastRole: 'owner',
    audit: 'endpoint.move',
    params: EndpointParams,
    querystring: EndpointMoveQuery,
    body: EndpointMove,
    answers: { 204: empty('The endpoint has moved') },
    failures: ['notFound', 'endpointLimit', 'moveRemoves'],
  },
});
