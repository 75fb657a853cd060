import { createContext, Script } from 'node:vm';

// The only way to stop a regular expression that runs away is to stop the engine, which does that for scripts.
const context = createContext({ work: undefined });
const script = new Script('work()');

/**
 * Does work for so many milliseconds at most. Gives whether it came to its end: what it has written down by then stays.
 * Node starts a thread that keeps the time, so work is best given in large pieces.
 */
export function endsWithin(milliseconds: number, work: () => void): boolean {
  context.work = work;
  try {
    script.runInContext(context, { timeout: milliseconds });
    return true;
  } catch (error) {
    // It is an error of the script's own world.
    if (typeof error === 'object' && error !== null && 'code' in error && error.code === timedOut) {
      return false;
    }
    throw error;
  } finally {
    context.work = undefined;
  }
}

const timedOut = 'ERR_SCRIPT_EXECUTION_TIMEOUT';
