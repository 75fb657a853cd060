/** A pause that can be ended early. */
export class WakeablePause {
  #end: (() => void) | undefined;
  #wake: (() => void) | undefined;

  /**
   * Resolves after `pauseMs`, or when the signal is aborted, or at `wake`, but then not before `atLeastMs`.
   */
  wait(pauseMs: number, signal: AbortSignal, atLeastMs = 0): Promise<void> {
    this.#end?.();
    if (signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const earliest = Date.now() + atLeastMs;
      const end = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        this.#end = undefined;
        this.#wake = undefined;
        resolve();
      };
      let timer = setTimeout(end, pauseMs);
      this.#wake = () => {
        clearTimeout(timer);
        timer = setTimeout(end, Math.max(0, earliest - Date.now()));
      };
      signal.addEventListener('abort', end);
      this.#end = end;
    });
  }

  wake(): void {
    this.#wake?.();
  }
}
