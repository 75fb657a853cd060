import {
  startAccount,
  type TestServer,
  type Visitor,
  withKey,
} from '../../../server/test/start-server.ts';
import { Workplace } from '../hookwell-process.ts';
import { CommandHere, CommandProcess } from './running-command.ts';

/** A workplace whose settings have the address of a server and the API key of an account of its own. */
export class KeyWorkplace extends Workplace {
  /** A client with the same key. */
  readonly visitor: Visitor;

  constructor(server: TestServer, visitor: Visitor) {
    super();
    this.visitor = visitor;
    this.environment.HOOKWELL_URL = server.url;
    if (visitor.key !== undefined) this.environment.HOOKWELL_API_KEY = visitor.key;
  }

  static async on(server: TestServer): Promise<KeyWorkplace> {
    return new KeyWorkplace(server, await withKey(await startAccount(server, 'plus')));
  }

  /** Starts a command in a process of its own. */
  start(...words: string[]): CommandProcess {
    return new CommandProcess(this, words);
  }

  /** Starts a command in the process of the test. Its working directory is not the folder. */
  startHere(...words: string[]): CommandHere {
    return new CommandHere(this, words);
  }
}
