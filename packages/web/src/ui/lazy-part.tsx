import { Component, type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { toastFailure } from './toasts.tsx';

let areAllLoaded = false;

/** Notes that the browser's cache has all parts of the page. */
function noteAllLoaded(): void {
  areAllLoaded = true;
}

/** Loads a part of the page, once the browser is online if its cache may lack it: a part that failed once fails until the page is loaded again. */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  if (!navigator.onLine && !areAllLoaded)
    await new Promise((online) => addEventListener('online', online, { once: true }));
  return await load();
}

/** A component that is loaded when it is rendered first. */
export function lazyComponent<Part, Name extends keyof Part>(
  load: () => Promise<Part>,
  name: Name,
) {
  return lazy(async () => {
    const loaded: unknown = (await loadPart(load))[name];
    // That a component takes its own properties is too much for the compiler to see.
    return { default: loaded as ComponentType<PropsOf<Part[Name]>> };
  });
}

type PropsOf<Loaded> = Loaded extends ComponentType<infer Props> ? Props : never;

/**
 * Surrounds a part of the page that is loaded when it is needed. If loading fails, a message says so and the rest of
 * the page stays.
 */
export class LazyPart extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override componentDidCatch(error: Error): void {
    toastFailure('This part of the page could not be shown', error);
  }

  override render(): ReactNode {
    return this.state.hasFailed ? null : <Suspense>{this.props.children}</Suspense>;
  }
}

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
