/** A whole response, or why there is none: `unreached` if no connection was made, so that nothing was asked. */
export type Called = { status: number; headers: Headers; text: string } | 'unreached' | 'unknown';

/** No call and no opening of a stream takes longer, in milliseconds. */
const patienceMs = 10_000;

/** Makes one call, once. Never rejects. */
export async function call(url: string, options: RequestInit = {}): Promise<Called> {
  try {
    const response = await fetch(url, { ...options, signal: AbortSignal.timeout(patienceMs) });
    const { status, headers } = response;
    return { status, headers, text: await response.text() };
  } catch (error) {
    return isUnreached(error) ? 'unreached' : 'unknown';
  }
}

/** A captured request, as lists and streams show it. */
export interface ShownCapture {
  id: number;
  body: string | { raw: string };
}

/**
 * Reads a live stream until it ends or the signal ends it. Returns its status, 0 if there was no response. Never rejects.
 * @param onOpen called once the stream is open
 */
export async function readStream(
  url: string,
  {
    headers,
    signal,
    onOpen,
    onCapture,
  }: {
    headers: Record<string, string>;
    signal: AbortSignal;
    onOpen: () => void;
    onCapture: (shown: ShownCapture) => void;
  },
): Promise<number> {
  const opening = new AbortController();
  const timer = setTimeout(() => opening.abort(), patienceMs);
  let status = 0;
  try {
    const response = await fetch(url, {
      headers,
      signal: AbortSignal.any([signal, opening.signal]),
    });
    clearTimeout(timer);
    status = response.status;
    if (status !== 200 || response.body === null) return status;
    onOpen();
    let rest = '';
    for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
      const events = (rest + text).split('\n\n');
      // The last one may go on in the next piece.
      rest = events.pop() ?? '';
      for (const event of events) {
        const { SSEWebhookRequest: shown } = JSON.parse(event.replace(/^data: /, ''));
        if (shown !== undefined) onCapture(shown);
      }
    }
  } catch (error) {
    // A stream that is cut ends here, and one that this process ends.
    if (error instanceof SyntaxError) throw error;
  } finally {
    clearTimeout(timer);
  }
  return status;
}

function isUnreached(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED';
}
