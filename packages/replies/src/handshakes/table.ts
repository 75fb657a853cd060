import type { HandshakeName } from '../settings.ts';
import type { Handshake } from './handshake.ts';
import { discord, notion, slack, zoom } from './in-body.ts';
import { asana } from './in-header.ts';
import { dropbox, meta, microsoftGraph, twitter } from './in-query.ts';

export const handshakes: Readonly<Record<HandshakeName, Handshake>> = {
  slack,
  zoom,
  meta,
  dropbox,
  discord,
  asana,
  twitter,
  'microsoft-graph': microsoftGraph,
  notion,
};
