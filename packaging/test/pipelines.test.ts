import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { beforeEach, expect, inject, test } from 'vitest';
import { parse } from 'yaml';
import { freePort } from '../../packages/server/test/postgres/free-port.ts';
import { root } from '../repository.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hookwell-pipeline-'));
  return () => rmSync(folder, { recursive: true, force: true });
});

/** The variables of a runner's shell; npm takes the tarball for the published package. */
async function environment(): Promise<Record<string, string>> {
  return {
    HOME: folder,
    PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
    HOOKWELL_PORT: String(await freePort()),
    npm_config_offline: 'true',
    npm_config_update_notifier: 'false',
  };
}

function run(script: string, env: Record<string, string>): string {
  return execFileSync('bash', ['--norc', '-euo', 'pipefail', '-c', script], {
    cwd: folder,
    env,
    encoding: 'utf8',
    timeout: 50_000,
  });
}

/** The assignments of a file that a runner reads after a step. */
function assignments(file: string): Record<string, string> {
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
}

test('the action hands out the address and a key of a service that answers', async () => {
  const action = parse(readFileSync(join(root, 'deploy/action/action.yml'), 'utf8'));
  const [step] = action.runs.steps;
  const outputs = join(folder, 'outputs');
  const variables = join(folder, 'variables');
  const env = await environment();
  const log = run(step.run, {
    ...env,
    GITHUB_ACTION_PATH: join(root, 'deploy/action'),
    GITHUB_OUTPUT: outputs,
    GITHUB_ENV: variables,
    GITHUB_JOB: 'test',
    RUNNER_TEMP: folder,
    PACKAGE: inject('tarballs').hookwell,
    START_TIMEOUT: '40',
  });
  const { url = '', key = '', pid } = assignments(outputs);
  try {
    expect(log).toContain(`::add-mask::${key}`);
    expect(assignments(variables)).toEqual({ HOOKWELL_URL: url, HOOKWELL_API_KEY: key });
    const answer = await fetch(`${url}/api/endpoints`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}` },
    });
    expect(answer.status).toBe(201);
    expect(Object.keys(action.outputs)).toEqual(['url', 'key', 'log', 'pid']);
  } finally {
    process.kill(Number(pid), 'SIGTERM');
  }
});

test('the commands of docs/ci.md work as they stand', async () => {
  const page = readFileSync(join(root, 'docs/ci.md'), 'utf8');
  const [, commands = ''] = /```sh\n(.*?)```/s.exec(page) ?? [];
  writeFileSync(join(folder, 'package.json'), '{}');
  const out = run(commands, {
    ...(await environment()),
    PACKAGE: inject('tarballs').hookwell,
  });
  expect(out).toContain('"message":"Webhook received"');
});
