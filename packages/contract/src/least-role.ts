import type { operations } from './operations.ts';
import type { Role } from './role.ts';

/**
 * The least role in a team that an operation needs; `person` where it is about whoever calls, or about nobody, whatever
 * the team. Of an operation at `/api/teams/:id` the role in that team counts.
 */
export const leastRole = {
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
  createShare: 'member',
  previewShare: 'member',
  listShares: 'viewer',
  deleteShare: 'member',
  getShared: 'person',
  liveStream: 'viewer',
  register: 'person',
  logIn: 'person',
  beginOidc: 'person',
  finishOidc: 'person',
  startGuestSession: 'person',
  createHandoff: 'person',
  lookAtHandoff: 'person',
  takeHandoff: 'person',
  logOut: 'person',
  changePassword: 'person',
  deleteAccount: 'person',
  getPrincipal: 'viewer',
  getLogInMethods: 'person',
  listApiKeys: 'member',
  createApiKey: 'member',
  deleteApiKey: 'member',
  listAudit: 'owner',
  listPlans: 'viewer',
  createTeam: 'person',
  listTeams: 'person',
  updateTeam: 'owner',
  deleteTeam: 'owner',
  createInvitation: 'owner',
  listInvitations: 'owner',
  deleteInvitation: 'owner',
  lookAtInvitation: 'person',
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
} as const satisfies Readonly<Record<keyof typeof operations, Role | 'person'>>;

/** The least role for what an operation does or gives for some of its callers alone. */
export const leastRoleOfParts = {
  /** The subscription in `getPrincipal`, addresses to pay at in `listPlans`. */
  payments: 'owner',
  /** In `listApiKeys` and `deleteApiKey`. */
  keysOfOthers: 'owner',
  /** `answers` in `liveStream`, which delay senders. */
  liveAnswers: 'member',
} as const satisfies Readonly<Record<string, Role>>;
