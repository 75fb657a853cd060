import { handshake as asana } from '../data/asana.ts';
import { handshake as cloudEvents } from '../data/cloudevents.ts';
import { handshake as discord } from '../data/discord.ts';
import { handshake as dropbox } from '../data/dropbox.ts';
import { handshake as eventGrid } from '../data/event-grid.ts';
import { handshake as meta } from '../data/meta.ts';
import { handshake as microsoftGraph } from '../data/microsoft-graph.ts';
import { handshake as notion } from '../data/notion.ts';
import { handshake as slack } from '../data/slack.ts';
import { handshake as twitter } from '../data/twitter.ts';
import { handshake as webSub } from '../data/websub.ts';
import { handshake as zoom } from '../data/zoom.ts';
import type { Handshake } from '../parts/handshake.ts';

export type { Handshake, HandshakeAnswer, HandshakeText } from '../parts/handshake.ts';

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
