/** A pause that can be ended early. */
export class WakeablePause {
  #end: (() => void) | undefined;
  #wake: (() => void) | undefined;

  /**
   * Resolves after so many milliseconds, when the signal is aborted, or at `wake`, though not before
   * `atLeast` milliseconds have passed.
   */
  wait(milliseconds: number, signal: AbortSignal, atLeast = 0): Promise<void> {
    this.#end?.();
    if (signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const earliest = Date.now() + atLeast;
      const end = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        this.#end = undefined;
        this.#wake = undefined;
        resolve();
      };
      let timer = setTimeout(end, milliseconds);
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
