import type { HookwellClient } from '@hookwell/client';
import { bodyKinds, MatchError, matchFields, parseMatch } from '@hookwell/core/match';
import type {
  CallToolResult,
  McpServer,
  ServerContext,
  StandardSchemaWithJSON,
  ToolAnnotations,
  ToolCallback,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { CommandFailure } from '../command-line/outcome.ts';
import { cut } from '../output/text.ts';
import { endpointToken } from '../service/endpoints.ts';
import { serviceFailureSentence } from '../service/service-failure.ts';

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
type ReportProgress = (state: {
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

/** The bounds of the time between two reports. */
const longestReportIntervalMs = 5000;
const shortestReportIntervalMs = 100;

/** The wait of a tool. */
interface ReportedWait {
  /** Its longest time: without reports clients give a silent tool up. */
  seconds: number;
  stopReporting: () => Promise<void>;
}

/** Begins to wait for so long, if the client may be told that the tool still does, else for no longer than it may be silent. */
export function beginWait(
  timeoutSeconds: number,
  { report, longestSilenceSeconds }: Pick<ToolCall, 'report' | 'longestSilenceSeconds'>,
): ReportedWait {
  const seconds =
    report === undefined ? Math.min(timeoutSeconds, longestSilenceSeconds) : timeoutSeconds;
  return { seconds, stopReporting: keepReporting(seconds, report) };
}

/** Reports that it still waits, until it is stopped: more often during a short wait. */
function keepReporting(
  totalSeconds: number,
  report: ReportProgress | undefined,
): () => Promise<void> {
  if (report === undefined) return async () => {};
  const began = performance.now();
  let told = Promise.resolve();
  const tell = () => {
    const progress = Math.round((performance.now() - began) / 100) / 10;
    if (progress >= totalSeconds) return;
    told = report({
      progress,
      total: totalSeconds,
      message: `Waiting for ${progress} of ${totalSeconds} s`,
    });
  };
  const tenthMs = totalSeconds * 100;
  const intervalMs = Math.min(longestReportIntervalMs, Math.max(shortestReportIntervalMs, tenthMs));
  const timer = setInterval(tell, intervalMs);
  return async () => {
    clearInterval(timer);
    await told;
  };
}

// Inputs that several tools have.

/** An input of this kind is called `endpoint`: a tool gets the token that it means (`tool.ts`). */
export const endpointInput = z
  .string()
  .min(1)
  .max(2000)
  .describe('The endpoint: its token, its receive URL or its name');

export const idInput = z.int().min(1).describe('The id of the captured request');

/** How long a tool may take: `use` is what it does meanwhile. */
export function timeoutInput(bounds: { least: number; usual: number; use: 'wait' | 'watch' }) {
  return z
    .number()
    .min(bounds.least)
    .max(600)
    .default(bounds.usual)
    .describe(
      `The longest time to ${bounds.use}. More than 50 is cut to 50 for clients that do not ask for progress`,
    );
}

const fields = matchFields.map(({ name }) => name).join(', ');

export const matchInput = z
  .string()
  .describe(
    'Which requests are meant: terms between white space, all of which must hold. word (anywhere, body too), ' +
      'field:text (contains), field=text (is exactly), field>n, has:field, and a minus sign before a term negates it. ' +
      `Fields: ${fields}. has: also takes a kind of body: ${bodyKinds.join(', ')}. Quotes keep white space. ` +
      'Example: method:POST json.data.object.id=in_1 -body:"thank you" received>15m. A time without a zone is in UTC. Empty means any request.',
  );

/**
 * The text, if it is a match.
 * @throws {ToolFailure} if it is none, with a sentence on its wrong part
 */
export function matchOf(text: string): string {
  try {
    parseMatch(text);
    return text;
  } catch (error) {
    if (!(error instanceof MatchError)) throw error;
    const part = cut(text.slice(error.start, error.end), mostQuotedCharacters);
    throw new ToolFailure(`match: ${error.message}${part === '' ? '' : ` (at ${part})`}`);
  }
}

/** The most characters that are quoted of a wrong part. */
const mostQuotedCharacters = 100;

// An assistant pays for every character that it reads, so every answer is bounded, even for large captured requests.

/** The items from the first on that take up to this number of characters in JSON. */
export function within<Item>(items: readonly Item[], mostCharacters: number): Item[] {
  let left = mostCharacters;
  const last = items.findIndex((item) => {
    left -= JSON.stringify(item).length + 1;
    return left < 0;
  });
  return last === -1 ? [...items] : items.slice(0, last);
}

/** The end of a piece of the text that begins at `start`, of about so many characters. */
export function pieceEnd(text: string, start: number, mostCharacters: number): number {
  const end = Math.min(text.length, start + mostCharacters);
  // The halves of a surrogate pair stay together.
  const isPair = end > start && end < text.length && (text.codePointAt(end - 1) ?? 0) > 0xffff;
  return isPair ? end + 1 : end;
}

/** The most characters of an event: its name is a sender's text. */
const mostEventCharacters = 200;

/** The same with a bounded name of its event. */
export function boundedEvent<Told extends { event?: string }>(told: Told): Told {
  const { event } = told;
  return event === undefined ? told : { ...told, event: cut(event, mostEventCharacters) };
}
