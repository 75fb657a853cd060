import { receiveAddress } from './receive-address.ts';
import { fetchInitOf, type TestRequest } from './test-request.ts';

/** What the receive URL said to a test request. */
export interface TestAnswer {
  status: number;
  isStored: boolean;
  /** The captured request's id. Absent where nothing was stored, and in answers to HEAD, which have no body. */
  id?: number;
  /** The service's own words. */
  message: string;
  /** From the call to the whole answer. */
  milliseconds: number;
}

/**
 * Sends the request to the receive URL.
 * @throws Error with a sentence for people where no answer came
 */
export async function sendTestRequest(
  receiveUrl: string,
  request: TestRequest,
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
      'No answer came. The service may be out of reach, or something between here and there stopped the request.',
      { cause },
    );
  }
}

function readAnswer({ status, ok }: Response, text: string): Omit<TestAnswer, 'milliseconds'> {
  const body = parsed(text);
  if (!ok) {
    const message = textIn(body, 'error') ?? `The answer had the status ${status}`;
    return { status, isStored: false, message };
  }
  const message = textIn(body, 'message') ?? 'Stored';
  const { id } = body;
  return { status, isStored: true, message, ...(typeof id === 'number' ? { id } : {}) };
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
