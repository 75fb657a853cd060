import { isUtf8 } from 'node:buffer';
import { createHmac, createSecretKey, type Hmac, type KeyObject } from 'node:crypto';
import type { SignedHead, Verification } from '../../scheme.ts';
import { findHeader, findHeaders } from '../../schemes/headers.ts';
import type { Body } from '../body.ts';
import {
  type BodyHashing,
  invalid,
  isSameText,
  type Method,
  makerAmong,
  missing,
  noSecretMadeIt,
} from '../method.ts';
import { atTime, readTime } from '../signing-time.ts';
import type { OwnParts } from './own-method.ts';

const signature = 'x-contentful-signature';
const signedHeaders = 'x-contentful-signed-headers';
const timestamp = 'x-contentful-timestamp';

/** Method, path, the headers that one of them lists, and the body. */
export function contentful({ secrets, tolerance }: OwnParts): Method {
  const keys = secrets.map(({ text, secret }) => ({
    key: createSecretKey(Buffer.from(text)),
    secret,
  }));
  const begin = (head: SignedHead): Hmacs | undefined => {
    const before = beforeBody(head);
    return before === undefined ? undefined : new Hmacs(keys, before);
  };
  return {
    begin,
    verify(head, body, hashing): Verification {
      for (const name of [signature, signedHeaders, timestamp])
        if (findHeader(head.headers, name) === undefined) return missing(name);
      const hmacs = hashing instanceof Hmacs ? hashing : begin(head)?.of(body);
      const time = readTime(findHeader(head.headers, timestamp) ?? '', 'ms');
      if (time === undefined) return invalid(`The ${timestamp} header has no time in it.`);
      if (hmacs === undefined) return invalid('The URL cannot have been signed.');
      const maker = hmacs.makerOf(findHeader(head.headers, signature) ?? '', 'hex');
      return maker === undefined ? noSecretMadeIt : atTime(maker, time, head.receivedAt, tolerance);
    },
  };
}

/** The signed text before the body; undefined if the head cannot have been signed. */
export function beforeBody({ method, url, headers }: Omit<SignedHead, 'receivedAt'>) {
  const listed = (findHeader(headers, signedHeaders) ?? '').split(',', 200);
  const all = new Set([...listed, signedHeaders, timestamp]);
  const found = findHeaders(headers, all);
  const names = [...all].sort();
  const values = names.flatMap((name) => {
    const value = name === signedHeaders ? names.join(',') : found.get(name)?.trim();
    return value === undefined ? [] : `${name}:${value}`;
  });
  const path = encodedPath(url.replace(/^[a-z]+:\/\/[^/?#]*/i, '') || '/');
  return path === undefined ? undefined : `${[method, path, values.join(';')].join('\n')}\n`;
}

/** Encoded once, and its query twice, as Contentful's library does it. */
function encodedPath(uri: string): string | undefined {
  const bytes = Buffer.from(uri, 'latin1');
  if (!isUtf8(bytes)) return undefined;
  const [path = '', query = ''] = bytes.toString().split('?');
  try {
    return encodeURI(query === '' ? path : `${path}?${encodeURIComponent(query)}`);
  } catch {
    return undefined;
  }
}

/** HMAC-SHA256 of a body, and of a text before it, under each of the keys. */
export class Hmacs implements BodyHashing {
  readonly #each: readonly { hmac: Hmac; secret: number }[];

  constructor(keys: readonly { key: KeyObject; secret: number }[], before: string) {
    this.#each = keys.map(({ key, secret }) => ({
      hmac: createHmac('sha256', key).update(before),
      secret,
    }));
  }

  update(piece: Uint8Array): void {
    for (const { hmac } of this.#each) hmac.update(piece);
  }

  of(body: Body): this {
    for (const piece of body.pieces) this.update(piece);
    return this;
  }

  /** The first whose HMAC was given. It is used up then. */
  makerOf(given: string, encoding: 'hex' | 'base64'): { secret: number } | undefined {
    return makerAmong(this.#each, ({ hmac }) => isSameText(hmac.digest(encoding), given));
  }
}
