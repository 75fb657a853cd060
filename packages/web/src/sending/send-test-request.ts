import { requestHeader } from '@hookwell/core/api/settings-names';
import { fetchInitOf, receiveAddress, type SentRequest } from './test-request.ts';

export interface TestAnswer {
  status: number;
  isStored: boolean;
  /** The id of the captured request. It is missing if nothing was stored. */
  id?: number;
  message: string;
  /** The time from the call to the complete answer. */
  milliseconds: number;
}

/**
 * Sends the request to the receive URL.
 * @throws {Error} if no answer came; its message is a sentence for people
 */
export async function sendTestRequest(
  receiveUrl: string,
  request: SentRequest,
): Promise<TestAnswer> {
  const address = receiveAddress(receiveUrl, request.suffix);
  if (address.kind === 'problem') throw new Error(address.sentence);
  const started = performance.now();
  try {
    const response = await fetch(address.url, fetchInitOf(request));
    const text = await response.text();
    const milliseconds = performance.now() - started;
    return { ...readAnswer(response, text), milliseconds };
  } catch (cause) {
    throw new Error(
      'No answer came. The service may be out of reach, or something on the way to it stopped the request.',
      { cause },
    );
  }
}

/**
 * Whatever an endpoint answers, the answer to a stored request has its id in a header. A page of another origin sees it in the
 * body of an acknowledgement alone.
 */
function readAnswer(
  { status, ok, headers }: Response,
  text: string,
): Omit<TestAnswer, 'milliseconds'> {
  const body = parsed(text);
  const id = Number(headers.get(requestHeader) ?? (ok ? body.id : undefined)) || undefined;
  const isStored = ok || id !== undefined;
  const message = ok
    ? (textIn(body, 'message') ?? 'Stored')
    : isStored
      ? 'Stored, and answered as the settings say'
      : (textIn(body, 'error') ?? `The answer had the status ${status}`);
  return { status, isStored, message, ...(id === undefined ? {} : { id }) };
}

function textIn(body: Record<string, unknown>, name: string): string | undefined {
  const text = body[name];
  return typeof text === 'string' ? text : undefined;
}

function parsed(text: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}
