import {
  type CallToolResult,
  Client,
  type VersionNegotiationOptions,
} from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { commandFile } from '../../../server/test/programs/files.ts';
import { compileCache, type Workplace } from '../hookwell-process.ts';

/** A coding assistant that has started `hookwell mcp`. `await using` ends it. */
export interface Assistant extends AsyncDisposable {
  client: Client;
  /** The standard error of the command so far. */
  errors(): string;
  /** Calls a tool that must work; gives its answer. */
  // biome-ignore lint/suspicious/noExplicitAny: a test reads any field of the answer
  use(name: string, input?: Record<string, unknown>): Promise<any>;
  /** Calls a tool that must fail; gives its sentence. */
  fail(name: string, input?: Record<string, unknown>): Promise<string>;
}

export async function startAssistant(
  workplace: Workplace,
  words: readonly string[] = [],
  versionNegotiation: VersionNegotiationOptions = {},
  program: readonly string[] = [commandFile, 'mcp'],
): Promise<Assistant> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [...program, ...words],
    cwd: workplace.folder,
    env: {
      PATH: process.env.PATH ?? '',
      HOME: workplace.folder,
      ...compileCache,
      ...workplace.environment,
    },
    stderr: 'pipe',
  });
  let errors = '';
  transport.stderr?.on('data', (piece) => {
    errors += piece;
  });
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation });
  // Output that is not the protocol ends up here.
  client.onerror = (error) => {
    errors += `${error.message}\n`;
  };
  await client.connect(transport);
  const call = async (name: string, input: Record<string, unknown> = {}) => {
    const result: CallToolResult = await client.callTool({ name, arguments: input });
    const [content] = result.content;
    if (content?.type !== 'text') throw new Error('the answer is no text');
    return { isError: result.isError === true, text: content.text };
  };
  return {
    client,
    errors: () => errors,
    use: async (name, input) => {
      const { isError, text } = await call(name, input);
      if (isError) throw new Error(text);
      return JSON.parse(text);
    },
    fail: async (name, input) => {
      const { isError, text } = await call(name, input);
      if (!isError) throw new Error(`it worked: ${text}`);
      return text;
    },
    [Symbol.asyncDispose]: () => client.close(),
  };
}
