import type { WrittenScheme, WrittenSigning } from '@hookwell/senders/signatures';
import type { Place, Scheme, Signing } from '../scheme.ts';

/** The tolerance of schemes that name none, in seconds. */
export const usualTolerance = 300;

/** The scheme with all that goes without saying. */
export function schemeOf(written: WrittenScheme): Scheme {
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

const usualHmac = {
  hash: 'sha256',
  key: 'text',
  text: { form: 'whole' },
  encoding: 'hex',
  signed: '{body}',
} as const;

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

function lowered(place: Place): Place {
  if (!('header' in place)) return place;
  return { header: place.header.toLowerCase(), written: place.header };
}
