import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { eventually } from '../eventually.ts';
import { isRunning } from '../postgres/process-tree.ts';
import { funnelText, readyLines, standIn, startWith, untilEnded } from './stand-in.ts';

describe.runIf(process.platform !== 'win32')('a tunnel', () => {
  test('ends with a service that is killed', async () => {
    // One that asks for more time, and what it has started itself.
    using program = standIn('tailscale', `trap '' TERM\n${funnelText}\nsleep 600`);
    await using server = await startWith(program, 'tailscale');
    expect(readyLines(program)).toEqual([server.url, 'https://desk.tail1a2b3.ts.net']);
    expect(program.words()).toEqual(['funnel', expect.stringMatching(/^\d+$/)]);
    const pid = await program.pid();
    await server.end('SIGKILL');
    await eventually(() => !isRunning(pid));
  });

  test.runIf(process.platform === 'linux')('that is waited for ends with a stop', async () => {
    using program = standIn('cloudflared', untilEnded);
    const starting = startWith(program, 'cloudflared').catch((error) => error);
    const pid = await program.pid();
    // Between them is the shell that guards it.
    process.kill(parentOf(parentOf(pid)), 'SIGTERM');
    expect(await starting).toMatchObject({ code: 0 });
    expect(isRunning(pid)).toBe(false);
  });
});

/** The parent of a process, on Linux. */
function parentOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
}
