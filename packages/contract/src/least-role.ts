import type { operations } from './operations.ts';
import type { Role } from './role.ts';

/**
 * The least role in a team that an operation needs; `person` where it is about whoever calls, or about nobody, whatever
 * the team. Of an operation at `/api/teams/:id` the role in that team counts.
 */
export const leastRole: Readonly<Record<keyof typeof operations, Role | 'person'>> = {
  createEndpoint: 'member',
  listEndpoints: 'viewer',
  updateEndpoint: 'member',
  deleteEndpoint: 'member',
  regenerateEndpoints: 'member',
  listRefusals: 'viewer',
  getFreshness: 'viewer',
  getSettings: 'viewer',
  putSettings: 'member',
  deleteSettings: 'member',
  listDeliveries: 'viewer',
  listEvents: 'viewer',
  getSchema: 'viewer',
  getContract: 'viewer',
  putContract: 'member',
  deleteContract: 'member',
  listRequests: 'viewer',
  listEndpointRequests: 'viewer',
  getRequest: 'viewer',
  getRequestBody: 'viewer',
  getRequestWire: 'viewer',
  deleteRequest: 'member',
  clearEndpointRequests: 'member',
  clearRequests: 'member',
  getUsage: 'viewer',
  answerRequest: 'member',
  // With `answers`, which delay senders: member.
  liveStream: 'viewer',
  register: 'person',
  logIn: 'person',
  startGuestSession: 'person',
  logOut: 'person',
  changePassword: 'person',
  deleteAccount: 'person',
  getPrincipal: 'viewer',
  // Of the keys of a team, an owner sees and deletes all, a member their own.
  listApiKeys: 'member',
  createApiKey: 'member',
  deleteApiKey: 'member',
  // Addresses to pay at are given to owners alone.
  listPlans: 'viewer',
  createTeam: 'person',
  listTeams: 'person',
  updateTeam: 'owner',
  deleteTeam: 'owner',
  createInvitation: 'owner',
  listInvitations: 'owner',
  deleteInvitation: 'owner',
  acceptInvitation: 'person',
  listMembers: 'viewer',
  updateMember: 'owner',
  // Everybody may leave.
  removeMember: 'owner',
  moveEndpoint: 'owner',
  getService: 'person',
  getApiDescription: 'person',
  getHealth: 'person',
  getReadiness: 'person',
  getMetrics: 'person',
};
