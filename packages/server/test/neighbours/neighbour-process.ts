import { Agent, request as httpRequest } from 'node:http';
import { gzipSync } from 'node:zlib';
import { errorMessage } from '@hookwell/contract/error-message';
import { pause } from './hostile.ts';
import { Latencies } from './latencies.ts';
import { followMarks, type MarkedStream } from './marked-stream.ts';
import type { Experience, MeasureJob } from './neighbour.ts';
import { delayMs, neighbourSettings } from './neighbour-settings.ts';

/**
 * A well-behaved registered account as a process of its own: it sends webhooks at a steady rate, reads its list and
 * a large capture of its own, follows its live stream, and searches. A second endpoint has settings, which change now and then: it
 * answers compressed webhooks, handshakes, and some webhooks later. The process answers with the latencies of all of these.
 */
const captureEveryMs = 10;
const readEveryMs = 50;
const largeReadEveryMs = 300;
const largeCaptureEveryMs = 500;
const answerEveryMs = 50;
const laterAnswerEveryMs = 150;
const searchEveryMs = 300;
const settingsEveryMs = 400;
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
  answeringToken,
  largeId,
  largeLength,
  seconds,
}: MeasureJob): Promise<Experience> {
  const captures = new Latencies();
  const largeCaptures = new Latencies();
  const reads = new Latencies();
  const largeReads = new Latencies();
  const events = new Latencies();
  const answers = new Latencies();
  const laterAnswers = new Latencies();
  const searches = new Latencies();
  const settings = new Latencies();
  // Each kind of operation has connections of its own, so that one that is stuck holds up no other.
  const agents = { captures: keptAlive(), reads: keptAlive(), largeReads: keptAlive() };
  const answeringUrl = `${url}/wh/${answeringToken}`;
  const receiveUrl = `${url}/wh/${token}`;
  const oneMebibyte = 'x'.repeat(1024 * 1024);

  const sentAt = new Map<string, number>();
  const hear = (mark: string): void => {
    const since = sentAt.get(mark);
    if (since === undefined) return;
    sentAt.delete(mark);
    events.took(performance.now() - since);
  };
  const streamUrl = `${url}/api/sse?endpoint=${token}`;
  const stream = await follow(receiveUrl, streamUrl, cookie, hear).catch((error) => {
    events.refused(errorMessage(error));
    return undefined;
  });

  let count = 0;
  const started = performance.now();
  const underWay: Promise<void>[] = [];
  const every = async (
    intervalMs: number,
    latencies: Latencies,
    once: () => Promise<void>,
    delayMs = 0,
  ) => {
    for (let due = started; due < started + seconds * 1000; due += intervalMs) {
      await pause(Math.max(0, due - performance.now()));
      underWay.push(latencies.time(once, patienceMs, delayMs));
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
    every(answerEveryMs, answers, async () => {
      const mark = String(++count);
      // Every fourth request is a handshake.
      if (count % 4 === 0) await shakeHands(answeringUrl, mark);
      else await sendOrder(`${answeringUrl}?shop=berlin`, mark, 'paid');
    }),
    every(
      laterAnswerEveryMs,
      laterAnswers,
      () => sendOrder(`${answeringUrl}/later`, String(++count), 'later'),
      delayMs,
    ),
    every(searchEveryMs, searches, async () => {
      const path = `/api/requests?match=${encodeURIComponent('json.type=order.paid method:POST')}&limit=10`;
      await exchange(`${url}${path}`, { headers: { cookie }, agent: false });
    }),
    every(settingsEveryMs, settings, async () => {
      await exchange(`${url}/api/endpoints/${answeringToken}/settings`, {
        method: 'PUT',
        headers: { cookie, 'content-type': 'application/json' },
        body: JSON.stringify(neighbourSettings),
        agent: false,
      });
    }),
  ]);
  await Promise.all(underWay);
  const patientUntil = performance.now() + patienceMs;
  while (sentAt.size > 0 && stream?.open && performance.now() < patientUntil) await pause(20);
  for (const _missing of sentAt) events.refused('a capture did not come on the live stream');
  stream?.close();
  for (const agent of Object.values(agents)) agent.destroy();
  return {
    captures: captures.figures(),
    largeCaptures: largeCaptures.figures(),
    reads: reads.figures(),
    largeReads: largeReads.figures(),
    events: events.figures(),
    answers: answers.figures(),
    laterAnswers: laterAnswers.figures(),
    searches: searches.figures(),
    settings: settings.figures(),
  };
}

/** Follows the live stream from here on, so that it does not catch up with captures of earlier measurements. */
async function follow(
  receiveUrl: string,
  streamUrl: string,
  cookie: string,
  hear: (mark: string) => void,
): Promise<MarkedStream> {
  const newest = await exchange(receiveUrl, { method: 'POST', headers: {}, agent: false });
  return await followMarks(`${streamUrl}&after=${JSON.parse(newest).id}`, cookie, patienceMs, hear);
}

function keptAlive(): Agent {
  return new Agent({ keepAlive: true, maxSockets: 32 });
}

/** A compressed webhook, which must get the answer that the settings say. */
async function sendOrder(url: string, mark: string, answer: string): Promise<void> {
  const text = await exchange(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    body: gzipSync(JSON.stringify({ type: 'order.paid', mark, items: 'an item '.repeat(50) })),
    agent: false,
    status: 202,
  });
  if (text !== `${answer} ${mark}`) throw new Error(`answered ${text}`);
}

async function shakeHands(url: string, challenge: string): Promise<void> {
  const text = await exchange(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ type: 'url_verification', challenge }),
    agent: false,
  });
  if (text !== challenge) throw new Error(`the challenge was answered ${text}`);
}

/** One exchange that must have that status, 200 if none is given; gives the text of its answer. */
function exchange(
  url: string,
  options: {
    method?: string;
    headers: Record<string, string>;
    agent: Agent | false;
    body?: string | Uint8Array;
    status?: number;
  },
): Promise<string> {
  const { body, status = 200, ...others } = options;
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(patienceMs);
    const request = httpRequest(url, { ...others, signal }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (piece: string) => {
        text += piece;
      });
      response.on('error', reject);
      response.on('end', () => {
        if (response.statusCode === status) resolve(text);
        else reject(new Error(`answered ${response.statusCode}`));
      });
    });
    request.on('error', (error) => {
      reject(signal.aborted ? new Error('no answer in time') : error);
    });
    request.end(body);
  });
}
