import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { errorMessage } from '@hookwell/core/api/error-message';
import { parse } from 'yaml';
import { ConfigError, parseConfig } from '../../packages/server/src/config.ts';
import { deploy, domain, problems, read } from './report.ts';

interface ComposeFile {
  services: Record<string, ComposeService>;
  networks: { front: { ipam: { config: { subnet: string }[] } } };
  volumes: Record<string, unknown>;
}

interface ComposeService {
  image?: string;
  environment?: Record<string, string>;
  networks?: string[];
  volumes?: string[];
  stop_grace_period?: string;
}

/** Values that stand in two files must be the same, and the server must accept the settings. */
export function checkAgreement(): void {
  let compose: ComposeFile;
  try {
    compose = parse(filledIn(read('compose.yaml')), { merge: true });
  } catch (error) {
    problems.push(`compose.yaml: ${errorMessage(error)}`);
    return;
  }
  for (const [name, service] of Object.entries(compose.services))
    checkService(name, service, compose);
  const nodes = Object.entries(compose.services).filter(([, { image }]) => image === 'hookwell');
  const port = nodes[0]?.[1].environment?.HOOKWELL_PORT;
  const upstreams = nodes.map(([name]) => `${name}:${port}`).join(' ');
  if (!read('Caddyfile').includes(`\tto ${upstreams}\n`)) {
    problems.push(`Caddyfile: it must send to the nodes of compose.yaml, ${upstreams}`);
  }
  const subnet = compose.networks.front.ipam.config[0]?.subnet;
  for (const [name, { environment = {} }] of nodes) {
    if (environment.HOOKWELL_TRUSTED_PROXIES !== subnet) {
      problems.push(`compose.yaml: ${name} must trust the network of the proxy, ${subnet}`);
    }
    try {
      parseConfig({ ...settingsOfExample(), ...environment });
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      problems.push(`compose.yaml: ${name}: ${error.message}`);
    }
  }
}

/** Checks the parts of a service that the older `docker-compose` does not look at. */
function checkService(name: string, service: ComposeService, compose: ComposeFile): void {
  for (const network of service.networks ?? []) {
    if (!(network in compose.networks))
      problems.push(`compose.yaml: ${name}: no network ${network}`);
  }
  for (const [volume = ''] of service.volumes?.map((mount) => mount.split(':')) ?? []) {
    const isPath = volume.startsWith('.');
    if (isPath ? !existsSync(join(deploy, volume)) : !(volume in compose.volumes)) {
      problems.push(`compose.yaml: ${name}: there is no ${volume} to mount`);
    }
  }
  if (!/^\d+[sm]$/.test(service.stop_grace_period ?? '')) {
    problems.push(`compose.yaml: ${name}: stop_grace_period must be set, as in 15s`);
  }
}

/** Every setting that `.env.example` names, those in comments included. */
function settingsOfExample(): Record<string, string> {
  const lines = read('.env.example').matchAll(/^#?(HOOKWELL_\w+)=(.*)$/gm);
  return Object.fromEntries(Array.from(lines, ([, name = '', value = '']) => [name, value]));
}

/** The file as an operator has it, with the few values filled in that have no default. */
function filledIn(content: string): string {
  return content.replaceAll(/\$\{(\w+):\?[^}]*\}/g, (_, name) =>
    name === 'DOMAIN' ? domain : 'secret',
  );
}
