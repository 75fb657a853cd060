import { client } from '../service/client.ts';

const lastReload = 'hookwell.reloaded';

/**
 * A part of the page could not be loaded: the service is away, or it was upgraded and the files of this page are
 * gone. The page is loaded anew once the service answers, once a minute at most: where that does not help, the
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
    if (Date.now() - last < 60_000) return false;
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
