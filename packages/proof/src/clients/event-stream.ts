import { get, type IncomingMessage } from 'node:http';
import { isUnreached, patienceMs } from './http.ts';
import type { ShownCapture } from './seen.ts';

export interface OpenedStream extends Disposable {
  /** Resolves when the stream has ended, from either side. */
  closed: Promise<void>;
}

/**
 * Opens a live stream, and hears of each capture in it. A stream that is cut in the middle of an event ends before it. Gives the status
 * if it was refused; `unreached` and `unknown` as in calls.
 */
export function openEventStream(
  url: string,
  headers: Record<string, string>,
  {
    onCapture,
    onStrange,
  }: { onCapture: (shown: ShownCapture) => void; onStrange: (text: string) => void },
): Promise<OpenedStream | number | 'unreached' | 'unknown'> {
  return new Promise((resolve) => {
    const asked = get(url, { headers, agent: false });
    const timer = setTimeout(() => asked.destroy(), patienceMs);
    const settle = (opened: OpenedStream | number | 'unreached' | 'unknown') => {
      clearTimeout(timer);
      resolve(opened);
    };
    asked.on('error', (error) => settle(isUnreached(error) ? 'unreached' : 'unknown'));
    asked.on('response', (response) => {
      const { statusCode = 0 } = response;
      response.on('error', () => {});
      if (statusCode !== 200) {
        response.resume();
        return settle(statusCode);
      }
      const closed = new Promise<void>((done) => response.on('close', done));
      readEvents(response, onCapture, onStrange);
      settle({ closed, [Symbol.dispose]: () => asked.destroy() });
    });
  });
}

function readEvents(
  response: IncomingMessage,
  onCapture: (shown: ShownCapture) => void,
  onStrange: (text: string) => void,
): void {
  let rest = '';
  response.setEncoding('utf8').on('data', (text: string) => {
    rest += text;
    // A large event comes in many pieces.
    if (!text.includes('\n')) return;
    const events = rest.split('\n\n');
    rest = events.pop() ?? '';
    for (const event of events) {
      const shown = captureIn(event);
      if (shown === 'strange') onStrange(event.slice(0, 200));
      else if (shown !== undefined) onCapture(shown);
    }
  });
}

/** The capture in an event; undefined in a heartbeat. */
function captureIn(event: string): ShownCapture | 'strange' | undefined {
  if (!event.startsWith('data: ') || event.includes('\n')) return 'strange';
  try {
    const { SSEWebhookRequest: shown, SSEHeartbeat: heartbeat } = JSON.parse(event.slice(6));
    return shown ?? (heartbeat === undefined ? 'strange' : undefined);
  } catch {
    return 'strange';
  }
}
