import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { priorities as threadPriorities } from '../../src/fairness/thread-priority.ts';
import { startProcess } from '../server-process.ts';
import { send, startGuest } from '../start-server.ts';

/** The field `nice` of `/proc/[pid]/task/[tid]/stat`, counted from behind the name of the thread. */
const niceField = 16;

function priorities(pid: number): number[] {
  const tasks = `/proc/${pid}/task`;
  return readdirSync(tasks).map((task) => {
    const stat = readFileSync(`${tasks}/${task}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[niceField]);
  });
}

// Elsewhere a priority is that of the whole process, which must keep its own.
test.runIf(process.platform === 'linux')(
  'threads whose work can wait give way, readers least',
  async () => {
    await using server = await startProcess();
    const usual = priorities(process.pid)[0];
    const guest = await startGuest(server);
    const token = await guest.endpoint();
    await send(server, token, { method: 'POST', body: 'paid '.repeat(20_000) });
    const threadsAt = (nice: number) => priorities(server.pid).filter((own) => own === nice).length;
    const { reading, analysing } = threadPriorities;
    const readersBefore = threadsAt(reading);
    const found = await guest.ask(200, 'GET', '/api/requests?match=paid');
    expect(found).toHaveLength(1);
    // The thread that renders looks through a large body.
    expect(threadsAt(reading)).toBe(readersBefore + 1);
    expect(threadsAt(analysing)).toBe(0);
    await guest.ask(200, 'GET', `/api/endpoints/${token}/events`);
    expect(threadsAt(analysing)).toBe(1);
    const main = readFileSync(`/proc/${server.pid}/stat`, 'utf8');
    expect(Number(main.slice(main.lastIndexOf(')') + 2).split(' ')[niceField])).toBe(usual);
  },
);

test.runIf(process.platform === 'linux')('a process that was started with less keeps it', () => {
  const program = `const { giveWay } = await import('${new URL('../../src/fairness/thread-priority.ts', import.meta.url)}');
    giveWay('deciding');
    console.log((await import('node:os')).getPriority());`;
  const words = ['-n', '19', process.execPath, '--input-type=module', '-e', program];
  expect(spawnSync('nice', words, { encoding: 'utf8' }).stdout).toBe('19\n');
});
