import { type HeaderList, parseHeaders } from './headers.ts';

/** A kept X- header. */
export interface KeptHeader {
  /** So many of the headers that are stored with the capture came before it. */
  place: number;
  name: string;
  value: string;
}

/** Writes the JSON text `[place, name, value, place, name, value, …]`, in the order in which the headers came. */
export function keptHeadersText(kept: readonly KeptHeader[]): string {
  return JSON.stringify(kept.flatMap(({ place, name, value }) => [place, name, value]));
}

/** The stored headers with those in their places that are kept apart. */
export function withKeptHeaders(headers: HeaderList, kept: string | undefined): HeaderList {
  if (kept === undefined) return headers;
  // `keptHeadersText` wrote this.
  const texts = JSON.parse(kept) as (number | string)[];
  const all: string[] = [];
  let taken = 0;
  for (let at = 0; at < texts.length; at += 3) {
    const upTo = Number(texts[at]) * 2;
    for (; taken < upTo; taken++) all.push(headers[taken] ?? '');
    all.push(String(texts[at + 1]), String(texts[at + 2]));
  }
  for (; taken < headers.length; taken++) all.push(headers[taken] ?? '');
  return all;
}

/** The same as the JSON text of a list, for searches. */
export function searchedHeaders(headers: string, kept: string | undefined): string {
  if (kept === undefined) return headers;
  return JSON.stringify(withKeptHeaders(parseHeaders(headers), kept));
}
