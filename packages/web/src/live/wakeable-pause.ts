/** A pause that can be ended early. */
export class WakeablePause {
  #end: (() => void) | undefined;

  /** Resolves after so many milliseconds, at `wake`, or when the signal is aborted. */
  wait(milliseconds: number, signal: AbortSignal): Promise<void> {
    this.wake();
    if (signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        this.#end = undefined;
        resolve();
      };
      const timer = setTimeout(end, milliseconds);
      signal.addEventListener('abort', end);
      this.#end = end;
    });
  }

  wake(): void {
    this.#end?.();
  }
}
