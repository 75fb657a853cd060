import type { HookwellClient } from '@hookwell/client';
import type {
  CallToolResult,
  McpServer,
  ServerContext,
  StandardSchemaWithJSON,
  ToolAnnotations,
  ToolCallback,
} from '@modelcontextprotocol/server';
import { CommandFailure } from '../command-line/outcome.ts';
import { serviceFailureSentence } from '../service/service-failure.ts';
import { cut } from './bounds.ts';

/** What every tool works with. */
export interface ToolSurroundings {
  /** @throws CommandFailure where nobody is logged in */
  connect(): Promise<HookwellClient>;
  /** Besides this machine. */
  allowedHosts: readonly string[];
  /** How many seconds a call may take of which nothing is heard meanwhile. */
  longestSilence: number;
  /** Writes one line to standard error, for people. */
  note(line: string): void;
}

/** What one call of a tool works with. */
export interface ToolCall {
  client: HookwellClient;
  /** Aborted where the assistant wants it no more. */
  signal: AbortSignal;
  allowedHosts: readonly string[];
  longestSilence: number;
  /** Tells how far it is; absent where the assistant does not want to hear of that. */
  report: ReportProgress | undefined;
}

/** `progress` rises from call to call, up to `total`. Resolves once it is told: the answer must come later. */
export type ReportProgress = (state: {
  progress: number;
  total: number;
  message: string;
}) => Promise<void>;

interface ToolDescription<Input extends StandardSchemaWithJSON> {
  name: string;
  title: string;
  description: string;
  input: Input;
  annotations: ToolAnnotations;
  /** Gives what the assistant reads, as JSON. */
  run(input: StandardSchemaWithJSON.InferOutput<Input>, call: ToolCall): Promise<object>;
}

/** Adds a tool to a server. */
export type Tool = (server: McpServer, surroundings: ToolSurroundings) => void;

/** A tool whose failures are told to the assistant in a sentence, and never end the server. */
export function defineTool<Input extends StandardSchemaWithJSON>({
  name,
  title,
  description,
  input,
  annotations,
  run,
}: ToolDescription<Input>): Tool {
  return (server, surroundings) => {
    const call = async (
      given: StandardSchemaWithJSON.InferOutput<Input>,
      { mcpReq }: ServerContext,
    ): Promise<CallToolResult> => {
      const { signal } = mcpReq;
      try {
        const client = await surroundings.connect();
        const { allowedHosts, longestSilence } = surroundings;
        const report = reportOf(mcpReq);
        return answer(await run(given, { client, signal, allowedHosts, longestSilence, report }));
      } catch (error) {
        if (signal.aborted) return refusal('It was given up');
        return refusal(sentenceOf(error, name, surroundings.note));
      }
    };
    // Of a schema that is not known here yet the compiler cannot tell that this is its type.
    const callback = call as ToolCallback<Input>;
    server.registerTool(name, { title, description, inputSchema: input, annotations }, callback);
  };
}

/** What the assistant did wrong, or cannot have, in a sentence that it can act on. */
export class ToolFailure extends Error {
  override name = 'ToolFailure';
}

/** Progress is wanted where the call brings a token for it. */
function reportOf({ _meta, notify }: ServerContext['mcpReq']): ReportProgress | undefined {
  const progressToken = _meta?.progressToken;
  if (progressToken === undefined) return undefined;
  return async (state) => {
    const params = { progressToken, ...state };
    // Where nobody listens any more the call itself ends soon.
    await notify({ method: 'notifications/progress', params }).catch(() => {});
  };
}

function answer(value: object): CallToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(value) }] };
}

/** A sentence may quote what was captured, and that can be long. */
const longestSentence = 10_000;

function refusal(sentence: string): CallToolResult {
  return { content: [{ type: 'text', text: cut(sentence, longestSentence) }], isError: true };
}

function sentenceOf(error: unknown, tool: string, note: ToolSurroundings['note']): string {
  if (error instanceof ToolFailure || error instanceof CommandFailure) return error.message;
  const sentence = serviceFailureSentence(error);
  if (sentence !== undefined) return sentence;
  if (error instanceof Error && error.name === 'WaitError') return error.message;
  // A bug: whoever looks at the assistant's log finds what it was.
  note(`hookwell: ${tool}: ${error instanceof Error ? error.stack : String(error)}`);
  return 'The tool failed';
}
