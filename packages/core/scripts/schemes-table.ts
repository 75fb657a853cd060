import {
  type EventSource,
  findScheme,
  type Proof,
  type Scheme,
  type Signing,
  schemes,
} from '../src/signatures/index.ts';
import { headersOf, usualTolerance } from '../src/signatures/schemes/table.ts';

/** The signed text, in words, of schemes that are not data. */
const ownWords: Readonly<Record<string, string>> = {
  adyen: 'eight fields of a payment joined by `:`; of other webhooks `{body}`. HMAC-SHA256, Base64',
  'aws-sns': 'some fields of the message. RSA, Base64',
  contentful: 'method, path, listed headers and `{body}`. HMAC-SHA256, hex',
  mailgun: 'a time and a token in the body. HMAC-SHA256, hex',
  'microsoft-graph': 'nothing: `clientState` in the body equals the secret',
  paypal:
    'id, time, `webhookId` and the CRC-32 of the body, joined by `\\|`. RSA with SHA-256, Base64',
  plaid: 'a JWT with the SHA-256 of the body. ES256',
  mandrill: '`{url}` and the sorted parameters of a form. HMAC-SHA1, Base64',
  twilio:
    '`{url}` and the sorted parameters of a form. HMAC-SHA1, or HMAC-SHA256 with a shared key, Base64',
};

const settingsWords: Readonly<Record<string, string>> = {
  custom: 'as the settings say. HMAC with MD5, SHA-1, SHA-256 or SHA-512, hex or Base64',
  token: 'nothing: the header equals the secret',
};

/** The schemes as a table in Markdown, by name; those that belong to no sender come last. */
export function schemesTable(): string {
  const isGeneral = ({ name }: Scheme) => ['basic', 'bearer', 'custom', 'token'].includes(name);
  const byName = schemes.toSorted((one, other) => (one.name < other.name ? -1 : 1));
  return [
    '| Scheme | Header | What is signed | Tolerance | Delivery · event | The secret | Proven by |',
    '|---|---|---|---|---|---|---|',
    ...[...byName.filter((each) => !isGeneral(each)), ...byName.filter(isGeneral)].map(row),
  ].join('\n');
}

/** The notes for receivers on some of the schemes. */
export function schemeNotes(): string {
  return schemes
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap(({ name, note }) => (note === undefined ? [] : `- \`${name}\`: ${note}`))
    .join('\n');
}

function row(scheme: Scheme): string {
  const { name, title, documentation, secret, proof } = scheme;
  return `| [\`${name}\`](${documentation} "${title}") | ${headersInWords(scheme)} | ${signedInWords(scheme)} | ${tolerance(scheme)} | ${place(scheme.id)} · ${place(scheme.event)} | ${secret.words} | ${proofInWords(proof)} |`;
}

function headersInWords({ name, ways }: Scheme): string {
  const alternatives = ways.map((way) =>
    headersOf(way)
      .map((header) => `\`${header}\``)
      .join(', '),
  );
  if (ways.length === 0) return 'named by `header`';
  const words = [...new Set(alternatives)].join('; or ');
  return words === '' ? `in the body${name === 'adyen' ? '; or `HmacSignature`' : ''}` : words;
}

function signedInWords({ name, ways }: Scheme): string {
  const words = ways.map((way) => (way.by === 'own' ? (ownWords[name] ?? '') : wayInWords(way)));
  return [...new Set(words)].join('; or ') || (settingsWords[name] ?? '');
}

function wayInWords(way: Signing): string {
  if (way.by === 'own') return '';
  if (way.by === 'secret') return 'nothing: the header equals the secret';
  const { text, encoding, signed } = way;
  const algorithm =
    way.by === 'hmac'
      ? `HMAC-${way.hash.toUpperCase()}`
      : { ed25519: 'Ed25519', 'ecdsa-sha256': 'ECDSA with SHA-256' }[way.algorithm];
  const forms = {
    whole: () =>
      text.form === 'whole' && text.prefix !== undefined ? ` after \`${text.prefix}\`` : '',
    fields: () => (text.form === 'fields' ? ` after \`${text.signature}=\`` : ''),
    list: () => (text.form === 'list' ? ` after \`${text.version},\`` : ''),
    numbered: () => '',
  };
  const written = encoding === 'hex' ? 'hex' : 'Base64';
  return `\`${signed}\`. ${algorithm}, ${written}${forms[text.form]()}`;
}

/** Of these, functions of their own find a signed time. */
const ownTimes = ['aws-sns', 'contentful', 'mailgun', 'plaid'];

function tolerance({ name, ways, tolerance: seconds }: Scheme): string {
  const signsTime = ways.some((way) => 'time' in way && way.time !== undefined);
  const isJudged = signsTime || ownTimes.includes(name) || name === 'custom';
  return isJudged ? `${seconds ?? usualTolerance} s` : '';
}

function place(at: EventSource | undefined): string {
  if (at === undefined) return '–';
  return 'header' in at ? `\`${at.written ?? at.header}\`` : `\`${at.json.join('.')}\` in the body`;
}

function proofInWords(proof: Proof): string {
  if (proof === 'none') return 'the words of its page';
  return 'library' in proof
    ? `its library \`${proof.library}\``
    : `[published figures](${proof.example})`;
}

/** So that a name that the words above have, and the table has no more, is seen. */
for (const name of [...Object.keys(ownWords), ...Object.keys(settingsWords), ...ownTimes])
  if (findScheme(name) === undefined) throw new Error(`There is no scheme ${name}`);
