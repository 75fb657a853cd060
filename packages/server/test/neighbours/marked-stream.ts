import { get } from 'node:http';
import { pause } from './hostile.ts';

/** A live stream that is followed. */
export interface MarkedStream {
  readonly open: boolean;
  close(): void;
}

/**
 * Follows a live stream and tells of each capture whose body is a mark (`mark-…`). Streams are refused while too few
 * descriptors are free for captures, so it tries again for some time, as every client of them does.
 */
export async function followMarks(
  url: string,
  cookie: string,
  patienceMs: number,
  hear: (mark: string) => void,
): Promise<MarkedStream> {
  const patientUntil = performance.now() + patienceMs;
  for (;;) {
    try {
      return await follow(url, cookie, hear);
    } catch (error) {
      if (performance.now() > patientUntil) throw error;
      await pause(100);
    }
  }
}

function follow(url: string, cookie: string, hear: (mark: string) => void): Promise<MarkedStream> {
  return new Promise((resolve, reject) => {
    const request = get(url, { headers: { cookie }, agent: false }, (response) => {
      if (response.statusCode !== 200) return reject(new Error(`answered ${response.statusCode}`));
      const stream = { open: true, close: () => void request.destroy() };
      let rest = '';
      response.setEncoding('utf8');
      response.on('data', (text: string) => {
        const events = (rest + text).split('\n\n');
        rest = events.pop() ?? '';
        for (const event of events) {
          const mark = /"body":"(mark-[^"]+)"/.exec(event)?.[1];
          if (mark !== undefined) hear(mark);
        }
      });
      response.on('error', () => {});
      response.on('close', () => {
        stream.open = false;
      });
      resolve(stream);
    });
    request.on('error', reject);
  });
}
