import type { Signing } from '../scheme.ts';
import type { Case } from './search.ts';

type KeyForm = (Signing & { by: 'hmac' })['key'];

/** Keys that the sender may have instead of those given, and a sentence for each. */
export interface OtherKeys {
  /** The form of the keys made of these secrets, if otherwise than the scheme does. */
  form?: KeyForm;
  secrets: readonly string[];
  sentences: readonly string[];
}

interface OtherSecret {
  text: string;
  sentence: string;
}

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth'];

/** "secret given here": the words that tell it from the others, without a character of it. */
function nameOf(index: number, count: number): string {
  const ordinal = ordinals[index];
  return count === 1 || ordinal === undefined
    ? 'secret given here'
    : `${ordinal} secret given here`;
}

/** The likely ones first. */
export function otherKeys({ ways, secrets, formerSecrets, scheme }: Case): OtherKeys[] {
  const named = secrets.map((text, index) => ({ text, name: nameOf(index, secrets.length) }));
  const form = ways.find((way) => way.by === 'hmac')?.key;
  const texts = named.flatMap(({ text, name }) => [
    ...spellings(text, name),
    ...(form === 'text' ? withPrefixes(text, name) : []),
    ...(scheme.name === 'basic' ? basicForms(text, name) : []),
    ...(scheme.name === 'bearer' ? bearerForms(text, name) : []),
    ...(scheme.name === 'token' ? tokenForms(text, name) : []),
  ]);
  const former = formerSecrets.map((text) => ({
    text,
    sentence:
      'The sender signs with an earlier secret of this endpoint: set the current one there, or give both here until then.',
  }));
  const groups: OtherKeys[] = [group(former), group(texts)];
  if (form !== undefined)
    for (const other of otherForms[form])
      groups.push({ form: other, ...group(named.flatMap((each) => inForm(each, form, other))) });
  return groups.filter(({ secrets }) => secrets.length > 0);
}

function group(found: readonly OtherSecret[]): OtherKeys {
  return {
    secrets: found.map(({ text }) => text),
    sentences: found.map(({ sentence }) => sentence),
  };
}

/** The texts that people paste instead of a secret, and those that senders use instead of what they show. */
function spellings(secret: string, name: string): OtherSecret[] {
  const bare = secret.trim();
  const found: OtherSecret[] = [];
  const add = (text: string, sentence: string) => {
    if (text !== secret && text !== '' && !found.some((other) => other.text === text))
      found.push({ text, sentence });
  };
  const fault = /[\r\n]$/.test(secret) ? 'ends with a line break' : 'has white space around it';
  add(bare, `The ${name} ${fault}: paste it again without it.`);
  const quoted = /^(["'`])(.*)\1$/s.exec(bare)?.[2];
  if (quoted !== undefined) add(quoted, `The ${name} is in quotes: paste it again without them.`);
  const afterName = /^(?:export\s+)?[A-Za-z_][A-Za-z0-9_]*\s*[=:]\s*["']?(.+?)["']?$/s.exec(
    bare,
  )?.[1];
  if (afterName !== undefined)
    add(afterName, `The ${name} begins with the name of a variable: paste only what follows.`);
  add(
    bare.replace(/(?<!\\[rn])(?:\\[rn])+$/, ''),
    `The ${name} ends with an escaped line break (a backslash and a letter): paste it again without it.`,
  );
  add(
    bare.replaceAll('\\n', '\n'),
    `The ${name} has \\n where line breaks belong: paste it again with line breaks.`,
  );
  add(
    secret.replace(/[\u00ad\u200b-\u200f\u2060\ufeff]/g, '').trim(),
    `The ${name} has characters in it that cannot be seen: paste it again as plain text.`,
  );
  add(
    secret.replace(/\s+/g, ''),
    `The ${name} has white space in it: paste it again in one piece.`,
  );
  add(percentDecoded(bare), `The ${name} is percent-encoded: paste it decoded.`);
  add(
    bare
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&amp;', '&'),
    `The ${name} is escaped for HTML: paste it unescaped.`,
  );
  const atSender = `The sender's secret ends with a line break, and the ${name} does not: set the secret at the sender again without it (echo adds a line break, printf does not).`;
  add(`${secret}\n`, atSender);
  add(`${secret}\r\n`, atSender);
  return found;
}

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const prefix = 'whsec_';

function withPrefixes(secret: string, name: string): OtherSecret[] {
  const bare = secret.trim();
  return bare.startsWith(prefix)
    ? [
        {
          text: bare.slice(prefix.length),
          sentence: `The sender's key is what follows ${prefix} in the ${name}: paste it without this prefix.`,
        },
      ]
    : [
        {
          text: `${prefix}${bare}`,
          sentence: `The ${name} is missing its prefix ${prefix}: paste it with the prefix.`,
        },
      ];
}

const otherForms: Readonly<Record<KeyForm, readonly KeyForm[]>> = {
  text: ['whsec', 'hex'],
  whsec: ['text', 'hex'],
  hex: ['text', 'whsec'],
};

const formNames: Readonly<Record<KeyForm, string>> = {
  text: 'the text itself',
  whsec: 'the bytes decoded from Base64',
  hex: 'the bytes decoded from hex',
};

function inForm(
  { text, name }: { text: string; name: string },
  usual: KeyForm,
  form: KeyForm,
): OtherSecret[] {
  const bare = text.trim();
  const unprefixed = bare.startsWith(prefix) ? bare.slice(prefix.length) : bare;
  const isOfForm = {
    text: () => true,
    whsec: () => /^[A-Za-z0-9+/_-]+={0,2}$/.test(unprefixed),
    hex: () => /^(?:[0-9a-f]{2})+$/i.test(unprefixed),
  }[form]();
  if (!isOfForm) return [];
  const sentence = `The sender used ${formNames[form]} of the ${name} as the key. This scheme uses ${formNames[usual]}.`;
  const found = [{ text: form === 'hex' ? unprefixed : text, sentence }];
  if (form !== 'text') return found;
  const keeps = `The sender used the text of the ${name} as the key, with its prefix ${prefix}. This scheme decodes the part after ${prefix} from Base64 first.`;
  return [
    ...found,
    { text: unprefixed, sentence },
    { text: `${prefix}${unprefixed}`, sentence: keeps },
  ];
}

function basicForms(secret: string, name: string): OtherSecret[] {
  const bare = secret.trim().replace(/^Basic\s+/i, '');
  const decoded = Buffer.from(bare, 'base64').toString();
  const [user = ''] = bare.split(':', 1);
  const password = bare.slice(user.length + 1);
  return [
    { text: bare, sentence: `The ${name} begins with Basic: write it as user:password.` },
    { text: decoded, sentence: `The ${name} is in Base64: write it as user:password.` },
    { text: `${user}:`, sentence: `The sender gives the user of the ${name} and no password.` },
    { text: `:${password}`, sentence: `The sender gives the password of the ${name} and no user.` },
    {
      text: `${password}:${user}`,
      sentence: `The ${name} has user and password the wrong way round.`,
    },
  ].filter(({ text }) => text !== secret && text.length > 1 && text.includes(':'));
}

function bearerForms(secret: string, name: string): OtherSecret[] {
  const bare = secret.trim();
  const stripped = bare.replace(/^(?:Bearer|Token)\s+/i, '');
  const found = [
    {
      text: Buffer.from(bare).toString('base64'),
      sentence: `The sender gives the ${name} in Base64: enter it the same way here.`,
    },
    {
      text: Buffer.from(bare, 'base64').toString(),
      sentence: `The ${name} is in Base64, and the sender gives it decoded: enter it the same way here.`,
    },
  ];
  if (stripped !== bare)
    found.unshift({
      text: stripped,
      sentence: `The ${name} begins with Bearer: paste it without it.`,
    });
  return found.filter(({ text }) => text !== '');
}

function tokenForms(secret: string, name: string): OtherSecret[] {
  const bare = secret.trim();
  return [
    ...['Bearer', 'Token', 'Basic'].map((word) => ({
      text: `${word} ${bare}`,
      sentence: `The sender writes ${word} before the ${name}: enter it the same way here.`,
    })),
    ...bearerForms(secret, name),
    {
      text: `Basic ${Buffer.from(bare).toString('base64')}`,
      sentence: `The sender gives the ${name} as Basic authentication: choose the scheme basic.`,
    },
  ];
}
