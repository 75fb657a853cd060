import { Component, type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { toast, toastFailure } from './toasts.ts';

/** A part of the page could not be loaded: the service is away, or has other files since an upgrade. */
export class PartNotLoaded extends Error {
  override name = 'PartNotLoaded';
}

/**
 * Makes a failed import an error in words of ours, since browsers say it each in their own.
 * @throws {PartNotLoaded} if the import fails
 */
export function loading<Module>(load: () => Promise<Module>): () => Promise<Module> {
  return async () => {
    try {
      return await load();
    } catch (cause) {
      throw new PartNotLoaded('This part of the page could not be loaded', { cause });
    }
  };
}

/** A component that is loaded when it is rendered first. */
export function lazyComponent<Name extends string, Props>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
) {
  const loadOrSay = loading(load);
  return lazy(async () => ({ default: (await loadOrSay())[name] }));
}

/** Loads the page again, which browsers need to load a failed part. While the service is away, the page stays. */
export async function reloadPage(): Promise<void> {
  try {
    await fetch('/healthz', { cache: 'no-store' });
    location.reload();
  } catch (_away) {
    toast({ text: 'The service still cannot be reached.', tone: 'problem' });
  }
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
    if (!(error instanceof PartNotLoaded)) {
      return toastFailure('This part of the page could not be shown', error);
    }
    toast({
      text: `${error.message}. The connection may be lost.`,
      tone: 'problem',
      durationMs: 30_000,
      action: { label: 'Try again', run: () => void reloadPage() },
    });
  }

  override render(): ReactNode {
    return this.state.hasFailed ? null : <Suspense>{this.props.children}</Suspense>;
  }
}
