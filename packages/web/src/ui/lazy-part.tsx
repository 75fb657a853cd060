import { Component, type ReactNode, Suspense } from 'react';
import { toast } from './toasts.ts';

/**
 * Around a part of the page that is loaded when it is needed. Where that fails, the service is away: a message says
 * so, and the rest of the page stays.
 */
export class LazyPart extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override componentDidCatch(error: Error): void {
    toast({ text: `This part of the page could not be shown: ${error.message}`, tone: 'problem' });
  }

  override render(): ReactNode {
    return this.state.hasFailed ? null : <Suspense>{this.props.children}</Suspense>;
  }
}
