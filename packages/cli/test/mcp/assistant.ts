import {
  type CallToolResult,
  Client,
  InMemoryTransport,
  type VersionNegotiationOptions,
} from '@modelcontextprotocol/client';
import { mcpCommandWith } from '../../src/commands/mcp.ts';
import { run } from '../../src/commands/run.ts';
import { version } from '../../src/process/surroundings.ts';
import type { Workplace } from '../hookwell-process.ts';
import { surroundingsWith } from '../in-process.ts';

/** A coding assistant that has started `hookwell mcp`, in the process of the test. `await using` ends it. */
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

interface AssistantOptions {
  versionNegotiation?: VersionNegotiationOptions;
  longestSilenceSeconds?: number;
}

export async function startAssistant(
  { folder, environment }: Workplace,
  words: readonly string[] = [],
  { versionNegotiation = {}, ...own }: AssistantOptions = {},
): Promise<Assistant> {
  const [transport, ofCommand] = InMemoryTransport.createLinkedPair();
  const ended = new AbortController();
  let errors = '';
  const note = (line: string) => {
    errors += `${line}\n`;
  };
  // Standard output is for the protocol alone.
  const outputs = { write: (data: string | Uint8Array) => note(`${data}`), note };
  const world = surroundingsWith({ HOME: folder, ...environment }, '', {
    ...outputs,
    signal: ended.signal,
  });
  const command = mcpCommandWith({ transport: ofCommand, ...own });
  await run(['mcp', ...words], {
    groups: [{ audience: 'everybody', commands: [command] }],
    version,
    print: note,
    surroundingsOf: () => world,
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
    [Symbol.asyncDispose]: async () => {
      await client.close();
      ended.abort();
    },
  };
}
