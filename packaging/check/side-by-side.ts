/**
 * Runs scripts of package.json, as many at once as there are processors: `node packaging/check/side-by-side.ts SCRIPT…`
 * The output of a script is shown when it ends, so that nothing is mixed. All of them run, and one that fails is a failure.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { text } from 'node:stream/consumers';
import { root } from '../repository.ts';

const waiting = process.argv.slice(2);
const failed: string[] = [];

async function runOn(): Promise<void> {
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
    const child = spawn('npm', ['run', '--silent', name], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      // Windows' npm is a script of its shell.
      shell: process.platform === 'win32',
    });
    const ended = once(child, 'close');
    const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
    const [status] = await ended;
    if (status !== 0) failed.push(name);
    console.log(`${name}: ${status === 0 ? 'good' : 'failed'}\n${out}${errors}`);
  }
}

await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, runOn));
if (failed.length > 0) {
  console.error(`failed: ${failed.join(', ')}`);
  process.exitCode = 1;
}
