import { toast, toasts } from './toasts.tsx';

/** The message stays until the work ends. */
const longestWorkMs = 86_400_000;

export interface Progress {
  /** Aborted when the user stops the work. */
  signal: AbortSignal;
  /** Changes the words of the message. */
  say: (text: string) => void;
  /** Takes the message away. */
  end: () => void;
}

/** Shows a message on work that takes long, with a button that stops it. */
export function showProgress(text: string): Progress {
  const stopped = new AbortController();
  const action = { label: 'Stop', run: () => stopped.abort() };
  const end = toast({ text, action, durationMs: longestWorkMs });
  const id = toasts.get().at(-1)?.id;
  const say = (words: string) => {
    toasts.setState((shown) => shown.map((one) => (one.id === id ? { ...one, text: words } : one)));
  };
  return { signal: stopped.signal, say, end };
}
