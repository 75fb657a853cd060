import { operations } from '@hookwell/core/api';
import { expect, test } from 'vitest';
import { HookwellClient } from '../src/index.ts';

/** One call of each operation but those that pages lead browsers to: a new operation makes this fail to compile until it has its call. */
const everyOperation: {
  [Name in Exclude<keyof typeof operations, 'beginOidc' | 'finishOidc'>]: (
    client: HookwellClient,
  ) => Promise<unknown>;
} = {
  createEndpoint: ({ endpoints }) => endpoints.create(),
  listEndpoints: ({ endpoints }) => endpoints.list(),
  updateEndpoint: ({ endpoints }) => endpoints.rename('a1', 'name'),
  deleteEndpoint: ({ endpoints }) => endpoints.delete('a1'),
  regenerateEndpoints: ({ endpoints }) => endpoints.regenerate(),
  getSettings: ({ endpoints }) => endpoints.settings('a1').get(),
  putSettings: ({ endpoints }) => endpoints.settings('a1').put({ replies: [] }),
  deleteSettings: ({ endpoints }) => endpoints.settings('a1').delete(),
  listEvents: ({ endpoints }) => endpoints.events('a1'),
  getSchema: ({ endpoints }) => endpoints.schema('a1'),
  getContract: ({ endpoints }) => endpoints.contract('a1').get(),
  putContract: ({ endpoints }) => endpoints.contract('a1').put({ events: {} }),
  deleteContract: ({ endpoints }) => endpoints.contract('a1').delete(),
  listDeliveries: ({ endpoints }) => endpoints.deliveries('a1'),
  listRequests: ({ requests }) => requests.list(),
  listEndpointRequests: ({ requests }) => requests.page({ endpoint: 'a1' }),
  getRequest: ({ requests }) => requests.get(1),
  getRequestBody: ({ requests }) => requests.body(1),
  getRequestWire: ({ requests }) => requests.wire(1),
  deleteRequest: ({ requests }) => requests.delete(1),
  clearEndpointRequests: ({ requests }) => requests.clear('a1'),
  clearRequests: ({ requests }) => requests.clearAll(),
  getUsage: ({ requests }) => requests.usage(),
  answerRequest: ({ requests }) => requests.answer(1, { status: 200 }),
  listRefusals: ({ endpoints }) => endpoints.refusals('a1'),
  getFreshness: ({ endpoints }) => endpoints.freshness('a1', { within: '1h' }),
  liveStream: (client) => client.stream()[Symbol.asyncIterator]().next(),
  createShare: ({ shares }) => shares.create({ request: 1, days: 1, redact: 'secrets' }),
  previewShare: ({ shares }) => shares.preview({ request: 1, days: 1, redact: 'values' }),
  listShares: ({ shares }) => shares.list(),
  deleteShare: ({ shares }) => shares.delete(1),
  getShared: ({ shares }) => shares.shown('a1'),
  register: ({ auth }) => auth.register({ email: 'x', password: 'x' }),
  logIn: ({ auth }) => auth.login({ email: 'x', password: 'x' }),
  startGuestSession: ({ auth }) => auth.guest(),
  getLogInMethods: ({ auth }) => auth.methods(),
  createHandoff: ({ auth }) => auth.handOver(),
  lookAtHandoff: ({ auth }) => auth.lookAtHandoff('x'),
  takeHandoff: ({ auth }) => auth.takeOver({ code: 'x' }),
  logOut: ({ auth }) => auth.logout(),
  changePassword: ({ auth }) => auth.changePassword({ currentPassword: 'x', newPassword: 'x' }),
  deleteAccount: ({ auth }) => auth.deleteAccount(),
  getPrincipal: ({ auth }) => auth.me(),
  listApiKeys: ({ keys }) => keys.list(),
  createApiKey: ({ keys }) => keys.create({ name: 'name' }),
  deleteApiKey: ({ keys }) => keys.delete('00000'),
  listAudit: ({ audit }) => audit.list(),
  listPlans: ({ billing }) => billing.plans(),
  createTeam: ({ teams }) => teams.create('name'),
  listTeams: ({ teams }) => teams.list(),
  updateTeam: ({ teams }) => teams.rename(1, 'name'),
  deleteTeam: ({ teams }) => teams.delete(1),
  createInvitation: ({ teams }) => teams.invite(1, { role: 'viewer' }),
  listInvitations: ({ teams }) => teams.invitations(1),
  deleteInvitation: ({ teams }) => teams.withdraw(1, 2),
  lookAtInvitation: ({ teams }) => teams.lookAtInvitation('secret'),
  acceptInvitation: ({ teams }) => teams.accept('secret'),
  listMembers: ({ teams }) => teams.members(1),
  updateMember: ({ teams }) => teams.setRole(1, 2, 'viewer'),
  removeMember: ({ teams }) => teams.removeMember(1, 2),
  moveEndpoint: ({ teams }) => teams.moveEndpoint('a1', 1),
  getService: ({ service }) => service.get(),
  getApiDescription: ({ service }) => service.description(),
  getHealth: ({ service }) => service.health(),
  getReadiness: ({ service }) => service.readiness(),
  getMetrics: ({ service }) => service.metrics(),
};

test.each(Object.entries(everyOperation))(
  '%s is sent where the contract says',
  async (name, call) => {
    const sent: string[] = [];
    const client = new HookwellClient({
      baseUrl: 'http://localhost',
      fetch: async (url, { method }) => {
        sent.push(`${method} ${new URL(url).pathname}`);
        return new Response(null, { status: 401 });
      },
    });
    await expect(call(client)).rejects.toMatchObject({ status: 401 });
    const { method, url } = operations[name as keyof typeof operations];
    const values: Record<string, string> = {
      ...{ ':token': 'a1', ':id': '1', ':trackingId': '00000', ':secret': 'a1' },
      ...{ ':member': '2', ':invitation': '2' },
    };
    expect(sent).toEqual([`${method} ${url.replace(/:\w+/g, (key) => values[key] ?? key)}`]);
  },
);
