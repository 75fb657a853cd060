import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/**
 * Starts a program that cleans up after this process: its channel closes when this process closes it, ends
 * or is killed. Resolves with the program's first message.
 */
export async function startGuardian<Message>(
  file: string,
  instructions: unknown,
): Promise<{ guardian: ChildProcess; message: Message }> {
  const program = fileURLToPath(new URL(file, import.meta.url));
  const guardian = spawn(process.execPath, [program, JSON.stringify(instructions)], {
    // The program gets a session of its own: a signal to everything in a terminal leaves it time to clean up.
    detached: true,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const failed = once(guardian, 'exit').then(([how]) => {
    throw new Error(`${file} ended with ${how}`);
  });
  // A failure before the first message rejects the promise; a later end is in order.
  failed.catch(() => {});
  const [message] = await Promise.race([once(guardian, 'message'), failed]);
  return { guardian, message };
}

/** Lets the program clean up; resolves when it has ended. */
export async function endGuardian(guardian: ChildProcess): Promise<void> {
  if (guardian.exitCode !== null || guardian.signalCode !== null) return;
  const gone = once(guardian, 'exit');
  if (guardian.connected) guardian.disconnect();
  await gone;
}
