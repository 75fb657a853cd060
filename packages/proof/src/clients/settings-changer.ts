import { putSettings } from './endpoints.ts';
import { type Known, pause, pauseALittle } from './known.ts';
import { settingsOfVersion } from './settings.ts';

/** Replaces the settings of endpoints whose answers name their version, one after the other, at nodes by chance. */
export async function changeSettings(known: Known, until: AbortSignal): Promise<void> {
  const { client, random } = known.newClient();
  while (!until.aborted) {
    const kind = random.chance(0.8) ? 'versions' : 'listened';
    const endpoints = known.endpoints.filter((endpoint) => endpoint.kind === kind);
    if (endpoints.length > 0) {
      const endpoint = random.pick(endpoints);
      const node = random.pick(known.nodes);
      endpoint.version += 1;
      const { version } = endpoint;
      const began = known.history.now();
      const called = await putSettings(known, node, endpoint, settingsOfVersion(version));
      const refusals = known.refusalsAbout(endpoint);
      const outcome = known.outcomeOf(called, 'new settings', 200, refusals);
      if (outcome !== 'nothing')
        known.history.add({
          kind: 'settings',
          ...{ client, node: node.number, began, ended: known.history.now() },
          ...{ endpoint: endpoint.number, version, outcome },
        });
    }
    await pauseALittle(random, until);
    await pause(random.below(150), until);
  }
}
