import type { ChildProcess } from 'node:child_process';
import { endGuardian, startGuardian } from './guardian.ts';
import { type Lasting, temporaryParent } from './temporary-parent.ts';
import { type User, unprivilegedUser } from './unprivileged-user.ts';

/** The supervisor's settings, given at its start; its first message names the directory that it made. */
export interface Instructions {
  parent: string;
  user: User | undefined;
}

export interface RunRequest {
  id: number;
  file: string;
  words: string[];
  environment: Record<string, string>;
  /** A path within the directory. */
  logFile: string;
  /** The signal that ends the program in order, and soon. */
  endSignal: NodeJS.Signals;
}

export interface Report {
  /** The id of the request that the report is about. */
  id: number;
  pid?: number | undefined;
  failed?: string;
  /** The exit code or the signal. */
  ended?: string;
}

export interface RunningProgram {
  pid: number;
  /** Its exit code or signal. */
  ended: Promise<string>;
}

/**
 * A temporary directory with programs that run in it, as an unprivileged user where this process is root.
 * Another process watches over both: when this one is gone, by SIGKILL too, so are they.
 */
export class SupervisedDirectory implements AsyncDisposable {
  readonly path: string;
  readonly user: User | undefined;
  readonly #supervisor: ChildProcess;
  #lastId = 0;

  private constructor(path: string, user: User | undefined, supervisor: ChildProcess) {
    this.path = path;
    this.user = user;
    this.#supervisor = supervisor;
  }

  static async make(lasting: Lasting): Promise<SupervisedDirectory> {
    const user = unprivilegedUser();
    const instructions: Instructions = { parent: temporaryParent(user, lasting), user };
    const { guardian, message } = await startGuardian<{ directory: string }>(
      './supervisor.ts',
      instructions,
    );
    return new SupervisedDirectory(message.directory, user, guardian);
  }

  /** Starts a program; its output goes to the log file. */
  async start(
    file: string,
    words: string[],
    { logFile, endSignal }: Pick<RunRequest, 'logFile' | 'endSignal'>,
  ): Promise<RunningProgram> {
    this.#lastId += 1;
    const id = this.#lastId;
    const started = this.#reported(id, ({ pid, failed }) => pid ?? failed);
    const ended = this.#reported(id, (report) => report.ended ?? report.failed);
    // The environment has none of the caller's PG* variables, and messages are in English.
    const environment = { PATH: process.env.PATH ?? '', LC_ALL: 'C', TZ: 'UTC' };
    const request: RunRequest = { id, file, words, environment, logFile, endSignal };
    this.#supervisor.send(request);
    const pid = await started;
    if (typeof pid !== 'number') throw new Error(`cannot start ${file}: ${pid ?? 'too late'}`);
    return { pid, ended: ended.then((how) => how ?? 'the end of its supervisor') };
  }

  /** The first such report about this request; undefined if the supervisor ends before. */
  #reported<Value>(
    id: number,
    pick: (report: Report) => Value | undefined,
  ): Promise<Value | undefined> {
    const supervisor = this.#supervisor;
    return new Promise((resolve) => {
      const settle = (value: Value | undefined): void => {
        supervisor.off('message', look).off('exit', leave);
        resolve(value);
      };
      const leave = (): void => settle(undefined);
      const look = (report: Report): void => {
        const value = report.id === id ? pick(report) : undefined;
        if (value !== undefined) settle(value);
      };
      supervisor.on('message', look).on('exit', leave);
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await endGuardian(this.#supervisor);
  }
}
