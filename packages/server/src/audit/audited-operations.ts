import type { OperationId } from '../http/operation-of.ts';
import type { Audited, AuditedCall, Told } from './audited-call.ts';
import { auditedTeamOperations } from './audited-team-operations.ts';
import {
  accountName,
  endpointName,
  findEndpointName,
  findKeyName,
  findShareName,
  keyName,
  shareName,
} from './names.ts';

async function endpointOf({ db, caller, params }: AuditedCall): Promise<Told> {
  return { subject: await findEndpointName(db, caller.account.id, String(params.token)) };
}

/** The answer is an endpoint; without a name if it is new. */
function answeredEndpoint({ token, badgeName }: Readonly<Record<string, unknown>>): Told {
  const name = badgeName === undefined ? null : String(badgeName);
  return { subject: endpointName({ token: String(token), badgeName: name }) };
}

async function keyOf({ db, caller, params }: AuditedCall): Promise<Told> {
  const which = { account_id: caller.account.id, tracking_id: String(params.trackingId) };
  return { subject: await findKeyName(db, which) };
}

/** What a new share shows. */
async function newlyShared({ db, caller, body }: AuditedCall): Promise<Told> {
  if (body.endpoint === undefined) return { subject: `request ${body.request}` };
  return { subject: await findEndpointName(db, caller.account.id, String(body.endpoint)) };
}

async function shareOf({ db, caller, params }: AuditedCall): Promise<Told> {
  return { subject: await findShareName(db, caller.account.id, Number(params.id)) };
}

/** The teams that lose the caller. */
async function teamsLeft({ db, caller }: AuditedCall): Promise<Told> {
  const teams = await db
    .selectFrom('member')
    .select('team_id')
    .where('account_id', '=', caller.account.id)
    .execute();
  return { subject: accountName(caller.account), accountIds: teams.map((row) => row.team_id) };
}

/**
 * What the audit says about each operation of the contract; undefined for those that only read, and for others whose reason stands
 * beside them.
 */
export const auditedOperations: Readonly<Record<OperationId, Audited | undefined>> = {
  createEndpoint: { action: 'endpoint.create', after: answeredEndpoint },
  listEndpoints: undefined,
  updateEndpoint: {
    action: 'endpoint.rename',
    changes: ({ body }) => body.badgeName !== undefined,
    after: answeredEndpoint,
  },
  deleteEndpoint: { action: 'endpoint.delete', before: endpointOf },
  listRefusals: undefined,
  getFreshness: undefined,
  regenerateEndpoints: { action: 'endpoint.regenerate', after: answeredEndpoint },
  getSettings: undefined,
  putSettings: { action: 'settings.change', before: endpointOf },
  deleteSettings: { action: 'settings.delete', before: endpointOf },
  listDeliveries: undefined,
  listEvents: undefined,
  getSchema: undefined,
  getContract: undefined,
  putContract: { action: 'contract.change', before: endpointOf },
  deleteContract: { action: 'contract.delete', before: endpointOf },
  listRequests: undefined,
  listEndpointRequests: undefined,
  getRequest: undefined,
  getRequestBody: undefined,
  getRequestWire: undefined,
  // It comes with each request of a sender, and is stored with that.
  answerRequest: undefined,
  // Without its id, so that many are one row.
  deleteRequest: { action: 'request.delete' },
  clearEndpointRequests: { action: 'requests.clear', before: endpointOf },
  clearRequests: { action: 'requests.clear' },
  getUsage: undefined,
  liveStream: undefined,
  // Nobody calls yet: the routes tell (`log-ins.ts`).
  register: undefined,
  logIn: undefined,
  beginOidc: undefined,
  finishOidc: undefined,
  // Guests have no rows.
  startGuestSession: undefined,
  // A code does nothing until it is used: that is told.
  createHandoff: undefined,
  getLogInMethods: undefined,
  lookAtHandoff: undefined,
  takeHandoff: undefined,
  logOut: { action: 'logout' },
  changePassword: { action: 'password.change' },
  // Its own rows end with it.
  deleteAccount: { action: 'member.remove', before: teamsLeft },
  getPrincipal: undefined,
  listApiKeys: undefined,
  createApiKey: {
    action: 'key.create',
    after: ({ name, trackingId }) => ({
      subject: keyName({ name: String(name), trackingId: String(trackingId) }),
    }),
  },
  deleteApiKey: { action: 'key.delete', before: keyOf },
  createShare: {
    action: 'share.create',
    before: newlyShared,
    after: ({ id }, _call, { subject }) => ({ subject: shareName(Number(id), subject) }),
  },
  previewShare: undefined,
  listShares: undefined,
  deleteShare: { action: 'share.delete', before: shareOf },
  getShared: undefined,
  ...auditedTeamOperations,
  listAudit: undefined,
  listPlans: undefined,
  getService: undefined,
  getApiDescription: undefined,
  getHealth: undefined,
  getReadiness: undefined,
  getMetrics: undefined,
};
