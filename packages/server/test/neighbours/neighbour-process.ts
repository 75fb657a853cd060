import { Agent, get, request as httpRequest } from 'node:http';
import { pause } from './hostile.ts';
import { Latencies } from './latencies.ts';
import type { Experience, MeasureJob } from './neighbour.ts';

/**
 * A well-behaved registered account as a process of its own: it sends webhooks at a steady rate, reads its list and
 * a large capture of its own, and follows its live stream. It answers with the latencies of all of these.
 */
const captureEveryMs = 10;
const readEveryMs = 50;
const largeReadEveryMs = 300;
const largeCaptureEveryMs = 500;
/** An operation that takes longer counts as refused. */
const patienceMs = 20_000;

process.once('disconnect', () => process.exit(0));
process.on('message', (job: MeasureJob) => {
  measure(job).then(
    (experience) => process.send?.(experience),
    (error) => {
      console.error(error);
      process.exit(1);
    },
  );
});

async function measure({
  url,
  cookie,
  token,
  largeId,
  largeLength,
  seconds,
}: MeasureJob): Promise<Experience> {
  const captures = new Latencies();
  const largeCaptures = new Latencies();
  const reads = new Latencies();
  const largeReads = new Latencies();
  const events = new Latencies();
  // Each kind of operation has connections of its own, so that one that is stuck holds up no other.
  const agents = { captures: keptAlive(), reads: keptAlive(), largeReads: keptAlive() };
  const receiveUrl = `${url}/wh/${token}`;
  const oneMebibyte = 'x'.repeat(1024 * 1024);

  const sentAt = new Map<string, number>();
  // The stream starts here, so that it does not catch up with captures of earlier measurements.
  const newest = await exchange(receiveUrl, { method: 'POST', headers: {}, agent: false });
  const stream = await followAtLast(
    `${url}/api/sse?endpoint=${token}&after=${JSON.parse(newest).id}`,
    cookie,
    (mark) => {
      const since = sentAt.get(mark);
      if (since === undefined) return;
      sentAt.delete(mark);
      events.took(performance.now() - since);
    },
  );

  let count = 0;
  const started = performance.now();
  const underWay: Promise<void>[] = [];
  const every = async (intervalMs: number, latencies: Latencies, once: () => Promise<void>) => {
    for (let due = started; due < started + seconds * 1000; due += intervalMs) {
      await pause(Math.max(0, due - performance.now()));
      underWay.push(latencies.time(once, patienceMs));
    }
  };
  await Promise.all([
    every(captureEveryMs, captures, async () => {
      const mark = `mark-${++count}-${started}`;
      sentAt.set(mark, performance.now());
      // Every fifth capture comes on a connection of its own, as from a new sender.
      await exchange(receiveUrl, {
        method: 'POST',
        headers: { 'content-type': 'text/plain' },
        body: mark,
        agent: count % 5 === 0 ? false : agents.captures,
      });
    }),
    every(largeCaptureEveryMs, largeCaptures, async () => {
      await exchange(receiveUrl, { method: 'POST', headers: {}, body: oneMebibyte, agent: false });
    }),
    every(readEveryMs, reads, async () => {
      const path = `/api/requests/endpoint/${token}?limit=20`;
      await exchange(`${url}${path}`, { headers: { cookie }, agent: agents.reads });
    }),
    every(largeReadEveryMs, largeReads, async () => {
      const text = await exchange(`${url}/api/requests/${largeId}`, {
        headers: { cookie },
        agent: agents.largeReads,
      });
      if (text.length < largeLength) throw new Error(`only ${text.length} characters of it came`);
    }),
  ]);
  await Promise.all(underWay);
  const patientUntil = performance.now() + patienceMs;
  while (sentAt.size > 0 && stream.open && performance.now() < patientUntil) await pause(20);
  for (const _missing of sentAt) events.refused('a capture did not come on the live stream');
  stream.close();
  for (const agent of Object.values(agents)) agent.destroy();
  return {
    captures: captures.figures(),
    largeCaptures: largeCaptures.figures(),
    reads: reads.figures(),
    largeReads: largeReads.figures(),
    events: events.figures(),
  };
}

function keptAlive(): Agent {
  return new Agent({ keepAlive: true, maxSockets: 32 });
}

/** One exchange that must be answered 200; gives the text of its answer. */
function exchange(
  url: string,
  options: {
    method?: string;
    headers: Record<string, string>;
    agent: Agent | false;
    body?: string;
  },
): Promise<string> {
  const { body, ...others } = options;
  return new Promise((resolve, reject) => {
    const request = httpRequest(url, { ...others, timeout: patienceMs }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (piece: string) => {
        text += piece;
      });
      response.on('error', reject);
      response.on('end', () => {
        if (response.statusCode === 200) resolve(text);
        else reject(new Error(`answered ${response.statusCode}`));
      });
    });
    request.on('timeout', () => request.destroy(new Error('no answer in time')));
    request.on('error', reject);
    request.end(body);
  });
}

/** Streams are refused while too few descriptors are free for captures; every client of them tries again. */
async function followAtLast(...stream: Parameters<typeof follow>): ReturnType<typeof follow> {
  const patientUntil = performance.now() + patienceMs;
  for (;;) {
    try {
      return await follow(...stream);
    } catch (error) {
      if (performance.now() > patientUntil) throw error;
      await pause(100);
    }
  }
}

/** Follows a live stream and tells of each capture whose body is a mark. */
function follow(
  url: string,
  cookie: string,
  hear: (mark: string) => void,
): Promise<{ open: boolean; close(): void }> {
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
