import { defineCommand } from '../command-line/command.ts';
import { CommandFailure } from '../command-line/outcome.ts';
import { jsonLine } from '../output/json-text.ts';
import { planLimits } from '../output/plan-limits.ts';
import { visible } from '../output/visible.ts';
import { connect, findAccess, namedTeam, serviceOptions } from '../service/connect.ts';
import { describePrincipal } from '../service/log-in.ts';

export const whoamiCommand = defineCommand({
  name: 'whoami',
  summary: 'Show the service that commands go to, your account there, and what its plan allows.',
  options: {
    json: { type: 'flag', description: 'Print one line of JSON.' },
    ...serviceOptions,
  },
  examples: ['hookwell whoami', 'hookwell whoami --json'],
  async run({ json, ...service }, world) {
    const client = await connect(service, world);
    const principal = await client.auth.me();
    const access = await findAccess(service, { ...world, note: () => {} });
    const { address, credential } = access;
    if (credential === undefined) throw new CommandFailure('The login is gone');
    const by = 'apiKey' in credential ? 'API key' : 'session';
    const team = service.team === undefined ? undefined : await namedTeam(service.team, access);
    if (json) return world.print(jsonLine({ url: address, by, team: team?.name, ...principal }));
    const who = describePrincipal(principal, team && `the team ${JSON.stringify(team.name)}`);
    world.print(`${visible(who)} at ${address}, by ${by}`);
    const [offers, endpoints] = await Promise.all([client.service.get(), client.endpoints.list()]);
    world.print(planLimits(principal, offers, endpoints.length));
  },
});
