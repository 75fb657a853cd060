/**
 * Checks the files of this folder, each with the program it is written for. A missing program is reported and passed
 * over; on CI (`CI=true`) it is a failure. The other checks need no program and run everywhere: the Dockerfile, and
 * the agreement of all files with each other and with the server.
 */
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { errorMessage } from '@hookwell/contract/error-message';
import { validate } from 'dockerfile-utils';
import { parse } from 'yaml';
import { ConfigError, parseConfig } from '../packages/server/src/config.ts';

const root = join(import.meta.dirname, '..');
const domain = 'hooks.example.com';
const problems: string[] = [];
const missing: string[] = [];

const scratch = mkdtempSync(join(tmpdir(), 'hookwell-deploy-'));
try {
  checkDockerfile();
  checkAgreement();
  checkCompose();
  checkCaddyfile();
  checkNginx();
  checkUnit();
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

if (missing.length > 0) {
  const sentence = `not installed, so not asked: ${missing.join(', ')}`;
  if (process.env.CI === 'true') problems.push(sentence);
  else console.log(`deploy: ${sentence}`);
}
for (const problem of problems) console.error(`deploy: ${problem}`);
if (problems.length > 0) process.exitCode = 1;
else console.log('deploy: every file is well');

function checkDockerfile(): void {
  const content = read('Dockerfile');
  for (const { message, range } of validate(content)) {
    problems.push(`Dockerfile: line ${range.start.line + 1}: ${message}`);
  }
  for (const [, name = ''] of content.matchAll(/^STOPSIGNAL (.+)$/gm)) {
    if (!(name in constants.signals)) problems.push(`Dockerfile: there is no signal ${name}`);
  }
  const stages = [...content.matchAll(/^FROM .+ AS (\S+)$/gm)].map(([, name]) => name);
  for (const [, words = ''] of content.matchAll(/^COPY (.+)$/gm)) {
    const stage = /--from=(\S+)/.exec(words)?.[1];
    if (stage !== undefined) {
      if (!stages.includes(stage)) problems.push(`Dockerfile: there is no stage ${stage}`);
      continue;
    }
    for (const source of words.split(' ').slice(0, -1)) {
      if (!existsSync(join(root, source)))
        problems.push(`Dockerfile: there is no ${source} to copy`);
    }
  }
}

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
function checkAgreement(): void {
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
    if (isPath ? !existsSync(join(import.meta.dirname, volume)) : !(volume in compose.volumes)) {
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

function checkCompose(): void {
  const folder = join(scratch, 'deploy');
  mkdirSync(folder);
  cpSync(join(import.meta.dirname, 'compose.yaml'), join(folder, 'compose.yaml'));
  const example = read('.env.example');
  writeFileSync(
    join(folder, '.env'),
    example.replaceAll(/^(DOMAIN|POSTGRES_PASSWORD)=$/gm, '$1=secret'),
  );
  const ask = ['--file', join(folder, 'compose.yaml'), 'config', '--quiet'];
  // Docker has a plugin today; Debian has the older program. The file uses only keys that both know.
  const hasPlugin = spawnSync('docker', ['compose', 'version']).status === 0;
  if (hasPlugin) ask.unshift('compose');
  check('compose.yaml', hasPlugin ? 'docker' : 'docker-compose', ask);

  writeFileSync(join(folder, '.env'), example);
  const unfilled = spawnSync(hasPlugin ? 'docker' : 'docker-compose', ask);
  if (unfilled.status === 0)
    problems.push('compose.yaml: it must refuse a password that is not set');
}

function checkCaddyfile(): void {
  const file = join(import.meta.dirname, 'Caddyfile');
  // Caddy keeps certificates below the home directory, and looks for it even when it only validates.
  check('Caddyfile', 'caddy', ['validate', '--adapter', 'caddyfile', '--config', file], {
    DOMAIN: domain,
    HOME: scratch,
    XDG_DATA_HOME: scratch,
    XDG_CONFIG_HOME: scratch,
  });
}

/** The file is one of many on a server, so the check adds a main file, a certificate and an address to listen at. */
function checkNginx(): void {
  const folder = join(scratch, 'nginx');
  mkdirSync(folder);
  const certificate = join(folder, 'certificate');
  check('nginx.conf', 'openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'],
    ...['-subj', `/CN=${domain}`, '-keyout', `${certificate}.key`, '-out', `${certificate}.crt`],
  ]);
  let sockets = 0;
  const site = read('nginx.conf')
    .replaceAll(`/etc/nginx/tls/${domain}`, certificate)
    // Even a test opens its listening addresses, and an ordinary user may not open ports below 1024.
    .replaceAll(/^( *listen) [^\s;]+/gm, (_, listen) => `${listen} unix:${folder}/${++sockets}`);
  writeFileSync(join(folder, 'site.conf'), site);
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  writeFileSync(
    join(folder, 'nginx.conf'),
    `pid ${folder}/pid; error_log stderr; events {}
     http { ${kinds.map((kind) => `${kind}_temp_path ${folder}/${kind};`).join(' ')} include ${folder}/site.conf; }`,
  );
  check('nginx.conf', 'nginx', ['-t', '-q', '-e', 'stderr', '-c', join(folder, 'nginx.conf')]);
}

/** systemd skips keys that it does not know and only warns, so any message about the file counts as a failure. */
function checkUnit(): void {
  const file = join(scratch, 'hookwell.service');
  // The program must exist, but Node has a different path on each machine.
  writeFileSync(file, read('hookwell.service').replace('=/usr/bin/node ', `=${process.execPath} `));
  check(
    'hookwell.service',
    'systemd-analyze',
    ['verify', '--man=no', file],
    {},
    /hookwell\.service/,
  );
}

/** Asks a program whether a file is valid: it must exit with 0, and must not print `mustNotSay`. */
function check(
  file: string,
  program: string,
  parameters: string[],
  environment: Record<string, string> = {},
  mustNotSay?: RegExp,
): void {
  const { error, status, stdout, stderr } = spawnSync(program, parameters, {
    cwd: scratch,
    encoding: 'utf8',
    env: { ...process.env, ...environment },
    timeout: 60_000,
  });
  if (error !== undefined) {
    if ('code' in error && error.code === 'ENOENT') missing.push(program);
    else problems.push(`${file}: ${program} cannot be asked: ${error.message}`);
  } else if (status !== 0 || mustNotSay?.test(stderr)) {
    problems.push(`${file}: ${program} refuses it:\n${stdout}${stderr}`);
  }
}

function read(file: string): string {
  return readFileSync(join(import.meta.dirname, file), 'utf8');
}
