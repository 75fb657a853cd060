import type { Browser } from 'playwright-core';

/** A message of a shared worker that it should not have written, or a request of it. */
export interface WorkerNote {
  complaint: string;
  /** The address, if it is a request. */
  origin?: string;
}

/** The used parts of the messages of the Chrome DevTools Protocol. */
interface WorkerMessage {
  method?: string;
  params?: {
    type?: string;
    args?: { value?: unknown; description?: string }[];
    exceptionDetails?: { text: string; exception?: { description?: string } };
    request?: { url: string };
  };
}

/** Notes errors and requests of the shared workers of all contexts. Playwright leaves them out. */
export async function noteWorkers(browser: Browser): Promise<WorkerNote[]> {
  const notes: WorkerNote[] = [];
  const session = await browser.newBrowserCDPSession();
  session.on('Target.targetCreated', ({ targetInfo }) => void attach(targetInfo.targetId));
  session.on('Target.receivedMessageFromTarget', ({ sessionId, message }) => {
    const parsed: WorkerMessage = JSON.parse(message);
    // A worker that follows an ended one is attached as its predecessor was, and waits until it is told to run.
    if (parsed.method === 'Inspector.targetReloadedAfterCrash')
      void send(sessionId, 'Runtime.runIfWaitingForDebugger');
    const note = noteOf(parsed);
    if (note !== undefined) notes.push(note);
  });
  const filter = [{ type: 'shared_worker' }];
  await session.send('Target.setDiscoverTargets', { discover: true, filter });
  return notes;

  async function send(sessionId: string, method: string): Promise<void> {
    const message = JSON.stringify({ id: 1, method });
    // The worker may have ended in the meantime.
    await session.send('Target.sendMessageToTarget', { sessionId, message }).catch(() => {});
  }

  async function attach(targetId: string): Promise<void> {
    try {
      const { sessionId } = await session.send('Target.attachToTarget', {
        targetId,
        flatten: false,
      });
      for (const method of ['Runtime.enable', 'Network.enable']) await send(sessionId, method);
    } catch (_ended) {
      // The worker was there for a moment only.
    }
  }
}

function noteOf({ method, params = {} }: WorkerMessage): WorkerNote | undefined {
  if (method === 'Runtime.exceptionThrown') {
    const { text = '', exception } = params.exceptionDetails ?? {};
    return { complaint: `worker: ${text} ${exception?.description ?? ''}` };
  }
  if (method === 'Runtime.consoleAPICalled' && /^(error|warning)$/.test(params.type ?? '')) {
    const words = params.args?.map(({ value, description }) => String(value ?? description));
    return { complaint: `worker ${params.type}: ${words?.join(' ')}` };
  }
  if (method === 'Network.requestWillBeSent' && params.request !== undefined) {
    const { url } = params.request;
    return { complaint: `request of a worker to ${url}`, origin: new URL(url).origin };
  }
  return undefined;
}
