import { HookwellClient } from '@hookwell/client';
import { FeedHub } from './feed-hub.ts';
import type { MessageFromTab } from './feed-messages.ts';

/** As much of a shared worker's surroundings as is used: the compiler knows those of a page alone. */
interface WorkerScope {
  onconnect: (event: MessageEvent) => void;
}

// This file is the beginning of a shared worker, whatever the compiler thinks.
const scope = globalThis as unknown as WorkerScope;

const hub = new FeedHub(new HookwellClient());

scope.onconnect = ({ ports: [port] }) => {
  if (port === undefined) return;
  port.onmessage = ({ data }: MessageEvent<MessageFromTab>) => hub.receive(port, data);
};
