import { type ChildProcess, spawn } from 'node:child_process';

/** A program that still runs so long after it was asked to end is killed. */
const endDeadlineMs = 2000;

/**
 * Runs a program that must not outlive this process, even if that is killed: a shell beside it reads from this process, and once
 * there is nothing left to read from, it ends the program with all that this has started. They are a process group of
 * their own, so a terminal's Ctrl+C reaches this process alone, which first answers what it has accepted. If the program ends by
 * itself, what it has started is ended, too: as long as that has its outputs open, nobody would learn of the end.
 */
const guard = `
trap 'over=1' TERM
exec 3<&0
"$@" 3<&- </dev/null & program=$!
( trap : TERM; cat <&3; kill 0; sleep 2; kill -9 0 ) >/dev/null 2>&1 & watch=$!
exec 3<&-
wait "$program"; status=$?
while kill -0 "$program" 2>/dev/null; do wait "$program"; status=$?; done
[ -z "$over" ] || kill -9 0
kill -9 "$watch"
kill 0
exit "$status"
`;

/** How a program ended: its exit code, or the reason why it could not start. */
export interface ProgramEnd {
  code: number | null;
  cause?: Error;
}

export class ChildProgram {
  readonly #child: ChildProcess;
  /** Resolves once it has ended, or could not start. */
  readonly ended: Promise<ProgramEnd>;

  /** @param onOutput is given the pieces of both of its outputs */
  constructor(
    [file, ...words]: readonly [string, ...string[]],
    onOutput: (stream: 'out' | 'error', piece: Uint8Array) => void,
  ) {
    // Windows has no such shell, and no groups: there the program ends with this process unless that is killed.
    const isGuarded = process.platform !== 'win32';
    const [command, ...rest] = isGuarded
      ? ['/bin/sh', '-c', guard, 'sh', file, ...words]
      : [file, ...words];
    this.#child = spawn(command, rest, {
      env: environmentWithoutSettings(),
      detached: isGuarded,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    const { stdin, stdout, stderr } = this.#child;
    stdin?.on('error', () => {});
    stdout?.on('data', (piece: Uint8Array) => onOutput('out', piece));
    stderr?.on('data', (piece: Uint8Array) => onOutput('error', piece));
    this.ended = new Promise((resolve) => {
      this.#child.once('error', (cause) => resolve({ code: null, cause }));
      // Once all of its output is read, too.
      this.#child.once('close', (code) => resolve({ code }));
    });
  }

  /** Ends it; resolves once it has ended. */
  async end(): Promise<void> {
    const { stdin } = this.#child;
    if (process.platform === 'win32') this.#child.kill();
    else stdin?.destroy();
    const kill = setTimeout(() => this.#kill(), endDeadlineMs);
    await this.ended;
    clearTimeout(kill);
  }

  #kill(): void {
    const { pid } = this.#child;
    if (pid === undefined) return;
    try {
      process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
    } catch {
      // It has ended meanwhile.
    }
  }
}

/** Our own settings have secrets, which are no business of other programs. */
function environmentWithoutSettings(): NodeJS.ProcessEnv {
  const others = Object.entries(process.env).filter(([name]) => !/^HOOKWELL_/i.test(name));
  return Object.fromEntries(others);
}
