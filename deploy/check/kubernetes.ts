import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { errorMessage } from '@hookwell/core/api/error-message';
import { Deployment, type IDeployment } from 'kubernetes-models/apps/v1';
import { type IIngress, Ingress } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { Service } from 'kubernetes-models/v1';
import { parseAllDocuments } from 'yaml';
import { ConfigError, parseConfig } from '../../packages/server/src/config.ts';
import { check, problems, read, scratch } from './report.ts';

const file = 'kubernetes/hookwell.yaml';
const kinds = { Deployment, Ingress, PodDisruptionBudget, Service };

interface Resource {
  kind: keyof typeof kinds;
}

function resources(): Resource[] {
  return parseAllDocuments(read(file), { merge: true }).map((document) => document.toJS());
}

/**
 * Asks the schemas that Kubernetes publishes, as a package has them. They let pass fields that they do not know; the types of
 * the same package do not.
 */
export function checkKubernetes(): void {
  const lines = [];
  for (const [index, resource] of resources().entries()) {
    const Kind = kinds[resource.kind];
    if (Kind === undefined) {
      problems.push(`${file}: no schema for ${resource.kind}`);
      continue;
    }
    try {
      new Kind(resource as never).validate();
    } catch (error) {
      problems.push(`${file}: ${resource.kind}: ${errorMessage(error)}`);
    }
    const from = modulesOf[resource.kind];
    lines.push(
      `import type { I${resource.kind} as Kind${index} } from 'kubernetes-models/${from}';`,
    );
    lines.push(`export const resource${index}: Kind${index} = ${JSON.stringify(resource)};`);
  }
  checkTypes(lines.join('\n'));
  checkNode();
}

const modulesOf = {
  Deployment: 'apps/v1',
  Ingress: 'networking.k8s.io/v1',
  PodDisruptionBudget: 'policy/v1',
  Service: 'v1',
} satisfies Record<Resource['kind'], string>;

/** In this folder, where the package is found from. */
function checkTypes(text: string): void {
  const folder = join(import.meta.dirname, 'node_modules/.cache/hookwell-kubernetes');
  mkdirSync(folder, { recursive: true });
  const source = join(folder, 'resources.ts');
  writeFileSync(source, text);
  const compiler = join(
    dirname(createRequire(import.meta.url).resolve('typescript/package.json')),
    'bin/tsc',
  );
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--ignoreConfig', '--types', ''];
  const modules = ['--module', 'nodenext', '--target', 'esnext'];
  check(file, process.execPath, [compiler, ...options, ...modules, source]);
}

/** Checks that a node starts with these settings and gets the time that it needs, which no schema knows. */
function checkNode(): void {
  const { spec } = resources().find(({ kind }) => kind === 'Deployment') as unknown as IDeployment;
  const pod = spec?.template.spec;
  const container = pod?.containers[0];
  if (pod === undefined || container === undefined) return;
  const environment = Object.fromEntries(
    (container.env ?? []).map(({ name, value }) => [name, value ?? '']),
  );
  try {
    parseConfig(environment);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    problems.push(`${file}: ${error.message}`);
  }
  if (pod.enableServiceLinks !== false)
    problems.push(
      `${file}: enableServiceLinks must be false: a node refuses HOOKWELL_PORT=tcp://…`,
    );
  const pause = container.lifecycle?.preStop?.sleep?.seconds ?? 0;
  if (pause < 5) problems.push(`${file}: preStop must leave the proxy five seconds`);
  if ((pod.terminationGracePeriodSeconds ?? 0) < pause + 15)
    problems.push(`${file}: terminationGracePeriodSeconds must be 15 more than the pause`);
}

/** The lines that the controller puts into the configuration of nginx as they are, asked of nginx itself. */
export function checkIngress(): void {
  const ingress = resources().find(({ kind }) => kind === 'Ingress') as unknown as IIngress;
  const annotation = (name: string): string => {
    const text = ingress.metadata?.annotations?.[`nginx.org/${name}`];
    if (text === undefined) problems.push(`${file}: the annotation ${name} is missing`);
    return text ?? '';
  };
  const folder = join(scratch, 'ingress');
  mkdirSync(folder);
  const configuration = join(folder, 'nginx.conf');
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  writeFileSync(
    configuration,
    `pid ${folder}/pid; error_log stderr; events {}
     http { ${paths.map((kind) => `${kind}_temp_path ${folder}/${kind};`).join(' ')}
       server { listen unix:${folder}/socket; ${annotation('server-snippets')}
         location / { proxy_pass http://127.0.0.1:1; ${annotation('location-snippets')} } } }`,
  );
  check(file, 'nginx', ['-t', '-q', '-e', 'stderr', '-c', configuration]);
  const site = read('nginx.conf');
  const snippets = `${annotation('server-snippets')}${annotation('location-snippets')}`;
  for (const [line] of snippets.matchAll(/^\w.+;$/gm)) {
    if (!site.includes(`    ${line}\n`))
      problems.push(`${file}: nginx.conf does not have: ${line}`);
  }
}
