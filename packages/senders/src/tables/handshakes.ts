import type { Handshake } from '../sender/handshake.ts';
import { handshake as asana } from '../senders/asana.ts';
import { handshake as cloudEvents } from '../senders/cloudevents.ts';
import { handshake as discord } from '../senders/discord.ts';
import { handshake as dropbox } from '../senders/dropbox.ts';
import { handshake as eventGrid } from '../senders/event-grid.ts';
import { handshake as meta } from '../senders/meta.ts';
import { handshake as microsoftGraph } from '../senders/microsoft-graph.ts';
import { handshake as notion } from '../senders/notion.ts';
import { handshake as slack } from '../senders/slack.ts';
import { handshake as twitter } from '../senders/twitter.ts';
import { handshake as webSub } from '../senders/websub.ts';
import { handshake as zoom } from '../senders/zoom.ts';

export type { Handshake, HandshakeAnswer, HandshakeText } from '../sender/handshake.ts';

/** The handshakes that can be answered. */
export const handshakes = {
  slack,
  zoom,
  meta,
  dropbox,
  discord,
  asana,
  twitter,
  'microsoft-graph': microsoftGraph,
  notion,
  cloudevents: cloudEvents,
  'event-grid': eventGrid,
  websub: webSub,
} satisfies Readonly<Record<string, Handshake>>;
export type HandshakeName = keyof typeof handshakes;
