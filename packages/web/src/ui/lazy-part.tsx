import { Component, type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { toastFailure } from './toasts.ts';

let areAllLoaded = false;

/** Notes that the browser's cache has all parts of the page. */
export function noteAllLoaded(): void {
  areAllLoaded = true;
}

/** Loads a part of the page, once the browser is online if its cache may lack it: a part that failed once fails until the page is loaded again. */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  if (!navigator.onLine && !areAllLoaded)
    await new Promise((online) => addEventListener('online', online, { once: true }));
  return await load();
}

/** A component that is loaded when it is rendered first. */
export function lazyComponent<Name extends string, Props>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
) {
  return lazy(async () => ({ default: (await loadPart(load))[name] }));
}

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
