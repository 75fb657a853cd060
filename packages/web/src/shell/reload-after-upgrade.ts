import { client } from '../service/client.ts';

const shortestPauseMs = 60_000;
const lastReload = 'hookwell.reloaded';

/**
 * Loads the page again after a part of it could not be loaded. The service is away, or it was upgraded and has other
 * files now. The page waits until the service answers, and reloads once a minute at most. If that does not help, the
 * failure stays on the screen.
 */
export function reloadAfterUpgrade(): void {
  let isWaiting = false;
  window.addEventListener('vite:preloadError', () => {
    if (isWaiting || !mayReload()) return;
    isWaiting = true;
    void untilReachable().then(() => location.reload());
  });
}

function mayReload(): boolean {
  try {
    const last = Number(sessionStorage.getItem(lastReload) ?? 0);
    if (Date.now() - last < shortestPauseMs) return false;
    sessionStorage.setItem(lastReload, String(Date.now()));
    return true;
  } catch (_noStorage) {
    return false;
  }
}

async function untilReachable(): Promise<void> {
  for (;;) {
    try {
      return void (await client.service.health({ timeout: 4000 }));
    } catch (_notYet) {
      await new Promise((resolve) => setTimeout(resolve, 1000));
    }
  }
}
