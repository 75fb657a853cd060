import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { check, deploy, domain, problems, read, root, scratch } from './report.ts';

export function checkCompose(): void {
  const folder = join(scratch, 'deploy');
  mkdirSync(folder);
  cpSync(join(deploy, 'compose.yaml'), join(folder, 'compose.yaml'));
  const example = read('.env.example');
  writeFileSync(
    join(folder, '.env'),
    example.replaceAll(/^(DOMAIN|POSTGRES_PASSWORD)=$/gm, '$1=secret'),
  );
  // Docker has a plugin today; Debian has the older program. The files use only keys that both know.
  const hasPlugin = spawnSync('docker', ['compose', 'version']).status === 0;
  const program = hasPlugin ? 'docker' : 'docker-compose';
  const asking = (file: string) => {
    return [...(hasPlugin ? ['compose'] : []), '--file', file, 'config', '--quiet'];
  };
  const ask = asking(join(folder, 'compose.yaml'));
  check('compose.yaml', program, ask);

  writeFileSync(join(folder, '.env'), example);
  const unfilled = spawnSync(program, ask);
  if (unfilled.status === 0)
    problems.push('compose.yaml: it must refuse a password that is not set');

  const ofExample = asking(join(root, 'examples/compose/compose.yaml'));
  check('examples/compose/compose.yaml', program, ofExample, { CI_KEY: 'wh-…' });
}

export function checkCaddyfile(): void {
  const file = join(deploy, 'Caddyfile');
  // Caddy keeps certificates below the home directory, and looks for it even when it only validates.
  check('Caddyfile', 'caddy', ['validate', '--adapter', 'caddyfile', '--config', file], {
    DOMAIN: domain,
    HOME: scratch,
    XDG_DATA_HOME: scratch,
    XDG_CONFIG_HOME: scratch,
  });
}

/** The file is one of many on a server, so the check adds a main file, a certificate and an address to listen at. */
export function checkNginx(): void {
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
export function checkUnit(): void {
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
