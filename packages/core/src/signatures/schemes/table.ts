import {
  signatures,
  type WrittenScheme,
  type WrittenSigning,
} from '../../senders/tables/signatures.ts';
import type { EventSource, Scheme, Signing } from '../scheme.ts';

/** Schemes that belong to no sender. */
const generalSchemes: readonly WrittenScheme[] = [
  {
    name: 'custom',
    title: 'Custom HMAC',
    documentation: 'https://www.rfc-editor.org/rfc/rfc2104',
    secret: {
      words: 'Secret',
      where: 'Whatever key you and the sender agreed on.',
    },
    ways: [],
    senders: [],
    proof: { example: 'https://www.rfc-editor.org/rfc/rfc4231' },
    note: 'The members of the settings say what is signed and how. A time is judged if it is signed.',
  },
  {
    name: 'token',
    title: 'Secret in a header',
    documentation: 'https://www.rfc-editor.org/rfc/rfc9110#name-authentication',
    secret: {
      words: 'Token',
      where: 'Whatever value you and the sender agreed on.',
    },
    ways: [],
    senders: [],
    proof: 'none',
    note: 'Nothing is signed: the header equals the secret. A header whose name does not begin with X- is stored, and so is the secret in it.',
  },
  {
    name: 'basic',
    title: 'Basic authentication',
    documentation: 'https://www.rfc-editor.org/rfc/rfc7617',
    secret: {
      words: 'User name and password',
      where: 'Whatever you set in the URL or the settings at the sender, written as user:password.',
      form: 'user-password',
    },
    ways: [{ by: 'secret', header: 'Authorization', as: 'basic' }],
    senders: [],
    storesSecret: true,
    proof: { example: 'https://www.rfc-editor.org/rfc/rfc7617#section-2' },
    note: 'Nothing is signed, and the Authorization header is stored with the request.',
  },
  {
    name: 'bearer',
    title: 'Bearer token',
    documentation: 'https://www.rfc-editor.org/rfc/rfc6750',
    secret: {
      words: 'Token',
      where: 'Whatever token you set at the sender, without the word Bearer.',
    },
    ways: [{ by: 'secret', header: 'Authorization', as: 'bearer' }],
    senders: [],
    storesSecret: true,
    proof: { example: 'https://www.rfc-editor.org/rfc/rfc6750#section-2.1' },
    note: 'Nothing is signed, and the Authorization header is stored with the request.',
  },
];

const usualHmac = {
  hash: 'sha256',
  key: 'text',
  text: { form: 'whole' },
  encoding: 'hex',
  signed: '{body}',
} as const;

/** The tolerance of schemes that name none, in seconds. */
export const usualTolerance = 300;

/** Every scheme that a request can be verified by. */
export const schemes: readonly Scheme[] = [...signatures, ...generalSchemes].map(schemeOf);

const byName = new Map(schemes.map((scheme) => [scheme.name, scheme]));

export function findScheme(name: string): Scheme | undefined {
  return byName.get(name);
}

/** The scheme with all that goes without saying. */
function schemeOf(written: WrittenScheme): Scheme {
  const { id, event, title, senders = [title], canSign = true } = written;
  const ways = written.ways.map(wayOf);
  const signsTime = ways.some((way) => 'signed' in way && way.time !== undefined);
  return {
    ...(signsTime && { tolerance: usualTolerance }),
    ...written,
    secret: { form: 'text', ...written.secret },
    ways,
    headers: (ways[0] === undefined ? [] : headersOf(ways[0])).map((name) => name.toLowerCase()),
    ...(id !== undefined && { id: lowered(id) }),
    ...(event !== undefined && { event: lowered(event) }),
    senders,
    canSign,
  };
}

function wayOf(written: WrittenSigning): Signing {
  if (written.by === 'hmac') return { ...usualHmac, ...written };
  if (written.by !== 'standard-webhooks') return written;
  const { names, secretPrefix, key = 'whsec' } = written;
  return {
    ...usualHmac,
    by: 'hmac',
    key,
    header: `${names}-signature`,
    text: { form: 'list', version: 'v1' },
    encoding: 'base64',
    signed: '{id}.{timestamp}.{body}',
    time: { header: `${names}-timestamp`, unit: 's' },
    id: `${names}-id`,
    ...(secretPrefix !== undefined && { secretPrefix }),
  };
}

/** The headers without which nothing is signed, as the sender writes them: first the signature's. */
export function headersOf(way: Signing): readonly string[] {
  if (way.by === 'secret') return [way.header];
  if (way.by === 'own') return way.headers;
  const { header, text, time, id } = way;
  return [
    text.form === 'numbered' ? `${header}1` : header,
    ...(time?.header !== undefined && time.optional === undefined ? [time.header] : []),
    ...(id === undefined ? [] : [id]),
  ];
}

function lowered(place: EventSource): EventSource {
  if (!('header' in place)) return place;
  return { header: place.header.toLowerCase(), written: place.header };
}
