const lastReload = 'hookwell.reloaded';

/**
 * A page that was open while the service was upgraded asks for files that are gone. It is loaded anew then, once a
 * minute at most: where that does not help, the failure shows.
 */
export function reloadAfterUpgrade(): void {
  window.addEventListener('vite:preloadError', (event) => {
    try {
      const last = Number(sessionStorage.getItem(lastReload) ?? 0);
      if (Date.now() - last < 60_000) return;
      sessionStorage.setItem(lastReload, String(Date.now()));
    } catch (_noStorage) {
      return;
    }
    event.preventDefault();
    location.reload();
  });
}
