import { noteAllLoaded } from '../ui/lazy-part.tsx';

/** The rest of the page is loaded so long after the first view. */
const afterFirstViewMs = 3000;
const retryMs = 30_000;

/**
 * Loads all parts of the page into the browser's cache, one after the other while the page is idle: a dialog that is first
 * opened while the service is away, or after its upgrade, opens as any other.
 */
export async function loadParts(): Promise<void> {
  await pause(afterFirstViewMs);
  const parts: string[] = JSON.parse(await load('/parts.json'));
  for (const part of parts) {
    await idle();
    await load(part);
  }
  noteAllLoaded();
}

/** Tries again as long as the service is away. What it does not have any more is passed over. */
async function load(path: string): Promise<string> {
  for (;;) {
    try {
      return await (await fetch(path, { priority: 'low' })).text();
    } catch {
      await pause(retryMs);
    }
  }
}

/** Safari does not tell when it is idle. */
function idle(): Promise<unknown> {
  return 'requestIdleCallback' in window
    ? new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1000 }))
    : pause(50);
}

function pause(milliseconds: number): Promise<unknown> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
