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
import { endpointToken } from '../service/receive-addresses.ts';
import { serviceFailureSentence } from '../service/service-failure.ts';
import { cut } from './bounds.ts';

/** The world around every tool. */
export interface ToolSurroundings {
  /**
   * A client of the service.
   * @throws {CommandFailure} if nobody is logged in
   */
  connect(): Promise<HookwellClient>;
  /** The hosts that tools may replay to, besides this machine. */
  allowedHosts: readonly string[];
  /** The secrets that tools may use, by the names of their environment variables. */
  secrets: ReadonlyMap<string, string>;
  /** The longest time that a call may take without reporting progress. */
  longestSilenceSeconds: number;
  /** Writes one line to standard error, for people. */
  note(line: string): void;
}

/** The world around one call of a tool. */
export interface ToolCall {
  client: HookwellClient;
  /** Aborted when the assistant gives up the call. */
  signal: AbortSignal;
  allowedHosts: readonly string[];
  secrets: ReadonlyMap<string, string>;
  longestSilenceSeconds: number;
  /** Tells the progress; absent if the assistant does not ask for it. */
  report: ReportProgress | undefined;
}

/** `progress` rises from call to call, up to `total`. Resolves once it is sent: the answer must come later. */
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
  /** Gives the answer that the assistant reads as JSON. */
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
        const { allowedHosts, secrets, longestSilenceSeconds } = surroundings;
        const report = reportOf(mcpReq);
        const call = { client, signal, allowedHosts, secrets, longestSilenceSeconds, report };
        return answer(await run(await withToken(given, call), call));
      } catch (error) {
        if (signal.aborted) return refusal('It was given up');
        return refusal(sentenceOf(error, name, surroundings.note));
      }
    };
    // The schema is not known here yet, so the compiler cannot tell that this is its callback.
    const callback = call as ToolCallback<Input>;
    server.registerTool(name, { title, description, inputSchema: input, annotations }, callback);
  };
}

/**
 * The same input, whose `endpoint`, where there is one, is a token instead of a receive URL or a name.
 * @throws {CommandFailure} if no endpoint has the name, or several have it
 */
async function withToken<Given>(given: Given, { client, signal }: ToolCall): Promise<Given> {
  if (typeof given !== 'object' || given === null) return given;
  if (!('endpoint' in given) || typeof given.endpoint !== 'string') return given;
  return { ...given, endpoint: await endpointToken(given.endpoint, client, signal) };
}

/** A mistake or a refusal, in a sentence that the assistant can act on. */
export class ToolFailure extends Error {
  override name = 'ToolFailure';
}

/** Reports progress if the call brings a token for it. */
function reportOf({ _meta, notify }: ServerContext['mcpReq']): ReportProgress | undefined {
  const progressToken = _meta?.progressToken;
  if (progressToken === undefined) return undefined;
  return async (state) => {
    const params = { progressToken, ...state };
    // If the assistant is gone, the call itself ends soon.
    await notify({ method: 'notifications/progress', params }).catch(() => {});
  };
}

function answer(value: object): CallToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(value) }] };
}

/** A sentence may quote captured text, which can be long. */
const mostSentenceCharacters = 10_000;

function refusal(sentence: string): CallToolResult {
  return {
    content: [{ type: 'text', text: cut(sentence, mostSentenceCharacters) }],
    isError: true,
  };
}

function sentenceOf(error: unknown, tool: string, note: ToolSurroundings['note']): string {
  if (error instanceof ToolFailure || error instanceof CommandFailure) return error.message;
  const sentence = serviceFailureSentence(error);
  if (sentence !== undefined) return sentence;
  if (error instanceof Error && error.name === 'WaitError') return error.message;
  // Any other error is a bug: its stack goes to the assistant's log.
  note(`hookwell: ${tool}: ${error instanceof Error ? error.stack : String(error)}`);
  return 'The tool failed';
}
