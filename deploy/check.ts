/**
 * Checks the files of this folder, each with the program it is written for. A missing program is reported and passed
 * over; on CI (`CI=true`) it is a failure. The other checks need no program and run everywhere: the Dockerfile, the
 * schemas of Kubernetes, the queries of the dashboard, the workflows, and the agreement of all files with each other, with
 * package.json and with the server.
 */
import { rmSync } from 'node:fs';
import { checkAgreement } from './check/agreement.ts';
import { checkDockerfile } from './check/dockerfile.ts';
import { checkIngress, checkKubernetes } from './check/kubernetes.ts';
import { checkMonitoring } from './check/monitoring.ts';
import { checkNames } from './check/names.ts';
import { checkCaddyfile, checkCompose, checkNginx, checkUnit } from './check/programs.ts';
import { missing, problems, scratch } from './check/report.ts';
import { checkWorkflows } from './check/workflows.ts';

try {
  checkDockerfile();
  checkAgreement();
  checkNames();
  checkCompose();
  checkCaddyfile();
  checkNginx();
  checkUnit();
  checkKubernetes();
  checkIngress();
  await checkMonitoring();
  await checkWorkflows();
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
