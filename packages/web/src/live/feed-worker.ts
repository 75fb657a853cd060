import { HookwellClient } from '@hookwell/client';
import { FeedHub } from './feed-hub.ts';
import type { MessageFromTab } from './feed-messages.ts';

/** The used part of a shared worker's global scope. The compiler knows only that of a page. */
interface WorkerScope {
  onconnect: (event: MessageEvent) => void;
}

// This file starts in a shared worker, which the compiler does not know.
const scope = globalThis as unknown as WorkerScope;

const hub = new FeedHub(new HookwellClient());

scope.onconnect = ({ ports: [port] }) => {
  if (port === undefined) return;
  port.onmessage = ({ data }: MessageEvent<MessageFromTab>) => hub.receive(port, data);
};
