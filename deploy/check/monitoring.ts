import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parse, stringify } from 'yaml';
import { freePort } from '../../packages/server/test/postgres/free-port.ts';
import { allQueries, checkQuery, type Query, seriesOf } from './queries.ts';
import { check, deploy, problems, read, scratch } from './report.ts';
import { startWorkingServer, type WorkingServer } from './working-server.ts';

/** The dashboard and the alerts against the figures of a server that runs. */
export async function checkMonitoring(): Promise<void> {
  const folder = join(deploy, 'prometheus');
  const file = (name: string) => join(folder, name);
  check('prometheus/alerts.yaml', 'promtool', ['check', 'rules', file('alerts.yaml')]);
  check('prometheus/alerts.test.yaml', 'promtool', ['test', 'rules', file('alerts.test.yaml')]);
  const syntaxOnly = ['check', 'config', '--syntax-only', file('prometheus.yaml')];
  check('prometheus/prometheus.yaml', 'promtool', syntaxOnly);
  const { dashboard, alerts } = allQueries();
  const server = await startWorkingServer();
  try {
    const figures = seriesOf(await server.metrics());
    for (const query of [...dashboard, ...alerts]) checkQuery(query, figures);
    // If Prometheus is missing, that was said already.
    if (spawnSync('prometheus', ['--version']).error === undefined)
      await askPrometheus(server, dashboard);
  } finally {
    await server.close();
  }
}

/** A Prometheus that scraped the server for a few seconds must have an answer to every query of the dashboard. */
async function askPrometheus(server: WorkingServer, queries: readonly Query[]): Promise<void> {
  const folder = join(scratch, 'prometheus');
  mkdirSync(folder);
  const settings = parse(read('prometheus/prometheus.yaml'));
  const [job] = settings.scrape_configs;
  delete job.authorization;
  job.scrape_interval = '500ms';
  job.static_configs[0].targets = [server.address];
  writeFileSync(join(folder, 'prometheus.yaml'), stringify({ scrape_configs: [job] }));
  const address = `127.0.0.1:${await freePort()}`;
  const child = spawn(
    'prometheus',
    [
      `--config.file=${join(folder, 'prometheus.yaml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=${address}`,
    ],
    { stdio: 'ignore' },
  );
  const gone = once(child, 'exit');
  try {
    const ends = performance.now() + 20_000;
    let left = [...queries];
    while (left.length > 0 && performance.now() < ends) {
      await server.work();
      await sleep(500);
      const answers = await Promise.all(left.map((query) => hasAnswer(address, query)));
      left = left.filter((_, index) => !answers[index]);
    }
    for (const { where, expression } of left)
      problems.push(`${where}: Prometheus has no answer to ${expression}`);
  } finally {
    child.kill('SIGTERM');
    await gone;
  }
}

async function hasAnswer(address: string, { expression }: Query): Promise<boolean> {
  const url = `http://${address}/api/v1/query?query=${encodeURIComponent(expression)}`;
  try {
    const { data } = (await (await fetch(url)).json()) as { data?: { result: unknown[] } };
    return (data?.result.length ?? 0) > 0;
  } catch {
    return false;
  }
}
