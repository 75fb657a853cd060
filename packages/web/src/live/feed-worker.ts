import { Caller, LiveClient, liveRoutes } from '@hookwell/client/live';
import { FeedHub } from './feed-hub.ts';
import type { MessageFromTab } from './hub-connection.ts';

/** The used part of a shared worker's global scope. The compiler knows only that of a page. */
interface WorkerScope {
  /** `hookwell-feed`, and for a team a dot and its id. */
  name: string;
  onconnect: (event: MessageEvent) => void;
}

// This file starts in a shared worker, which the compiler does not know.
const scope = globalThis as unknown as WorkerScope;

const id = scope.name.split('.')[1];
const account = id === undefined ? undefined : Number(id);
const hub = new FeedHub(new LiveClient(new Caller(liveRoutes, { account })));

scope.onconnect = ({ ports: [port] }) => {
  if (port === undefined) return;
  port.onmessage = ({ data }: MessageEvent<MessageFromTab>) => hub.receive(port, data);
};
