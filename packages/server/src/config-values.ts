import proxyAddress from '@fastify/proxy-addr';
import { type PlanLimits, type PlanName, planNames } from '@hookwell/core/api';

/*
 * Each function reads the text of one variable and returns its value, or throws a RangeError whose message
 * completes the sentence "NAME must be …".
 */

export function wholeNumber(
  minimum: number,
  maximum = Number.MAX_SAFE_INTEGER,
): (text: string) => number {
  return (text) => {
    const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
    if (!(value >= minimum && value <= maximum)) {
      throw new RangeError(
        maximum === Number.MAX_SAFE_INTEGER
          ? `a whole number, ${minimum} or more`
          : `a whole number from ${minimum} to ${maximum}`,
      );
    }
    return value;
  };
}

/** One number for every account, or two: for a guest and for a registered one. */
export function guestAndRegistered(text: string): { guest: number; registered: number } {
  const numbers = text.split(',').map((part) => part.trim());
  const [guest = 0, registered = guest] = numbers.map(Number);
  if (numbers.length > 2 || !numbers.every((number) => /^[1-9]\d{0,8}$/.test(number))) {
    throw new RangeError(
      'a whole number, 1 or more, or two such as 20,200 (for guests and for registered accounts)',
    );
  }
  return { guest, registered };
}

export function trueOrFalse(text: string): boolean {
  if (text !== 'true' && text !== 'false') throw new RangeError('true or false');
  return text === 'true';
}

export function oneOf<const Name extends string>(names: readonly Name[]): (text: string) => Name {
  return (text) => {
    const found = names.find((name) => name === text);
    if (found === undefined) throw new RangeError(`one of ${names.join(', ')}`);
    return found;
  };
}

/** An http or https origin, without a trailing slash. */
export function origin(text: string): string {
  const url = URL.parse(text);
  if (
    url === null ||
    !/^https?:$/.test(url.protocol) ||
    `${url.pathname}${url.search}${url.hash}` !== '/' ||
    url.username !== ''
  ) {
    throw new RangeError('an address such as https://hooks.example.com, without a path');
  }
  return url.origin;
}

/** The identifier of an OpenID provider, under which its discovery document lies. */
export function issuer(text: string): string {
  const url = URL.parse(text);
  const isSafe = url?.protocol === 'https:' || (url !== null && isLoopbackHttp(url));
  const { username, password, search, hash, pathname } = url ?? {};
  if (!isSafe || username || password || search || hash || pathname?.includes('/.well-known/')) {
    throw new RangeError(
      'an https address such as https://login.example.com/realms/main (http on this machine alone), as the provider names itself',
    );
  }
  return text;
}

/** Whether an address is one of http on this very machine. */
export function isLoopbackHttp({ protocol, hostname }: URL): boolean {
  return (
    protocol === 'http:' && (/^(localhost|127(\.\d+){3})$/.test(hostname) || hostname === '[::1]')
  );
}

/** Who may log in: those with a verified email at one of the domains, and those of one of the groups. */
export interface Allowed {
  /** In lower case. */
  domains: readonly string[];
  groups: readonly string[];
}

/** `example.com,group:developers` */
export function allowed(text: string): Allowed {
  const domains: string[] = [];
  const groups: string[] = [];
  for (const part of list(text)) {
    const group = /^group:(.+)$/.exec(part)?.[1];
    const domain = part.toLowerCase();
    if (group !== undefined) groups.push(group);
    else if (/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(domain)) domains.push(domain);
    else throw new RangeError('a list such as example.com,group:developers');
  }
  if (domains.length + groups.length === 0)
    throw new RangeError('a list such as example.com,group:developers');
  return { domains, groups };
}

export function databaseUrl(text: string): string {
  if (!/^sqlite:.+/.test(text) && !/^postgres(ql)?:\/\/.+/.test(text)) {
    throw new RangeError('sqlite:FILE or postgres://…');
  }
  return text;
}

/** Keys of 32 bytes in Base64, comma-separated. */
export function secretsKeys(text: string): Buffer[] {
  const keys = list(text).map((part) => {
    const key = Buffer.from(part, 'base64');
    return key.toString('base64') === part ? key : Buffer.alloc(0);
  });
  if (keys.length === 0 || keys.some(({ byteLength }) => byteLength !== 32)) {
    throw new RangeError('32 bytes in Base64, as "openssl rand -base64 32" prints them');
  }
  return keys;
}

export function headerName(text: string): string {
  if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(text)) throw new RangeError('a header name');
  return text.toLowerCase();
}

/** A comma-separated list without its empty parts. */
export function list(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** Addresses (`10.0.0.1`, `::1`) and CIDR ranges (`10.0.0.0/8`). */
export function proxies(text: string): string[] {
  const entries = list(text);
  try {
    proxyAddress.compile(entries);
  } catch {
    throw new RangeError('a comma-separated list of addresses and CIDR ranges');
  }
  return entries;
}

const paidPlans = planNames.filter((name) => name !== 'free');

/** `price_a=plus,price_b=enterprise` */
export function pricePlans(text: string): Map<string, PlanName> {
  return new Map(
    list(text).map((part) => {
      const at = part.lastIndexOf('=');
      const plan = paidPlans.find((name) => name === part.slice(at + 1));
      if (at < 1 || plan === undefined)
        throw new RangeError('a list such as price_a=plus,price_b=enterprise');
      return [part.slice(0, at), plan];
    }),
  );
}

/** `plus=https://…,enterprise=https://…` */
export function checkoutLinks(text: string): Map<PlanName, string> {
  return new Map(
    list(text).map((part) => {
      const at = part.indexOf('=');
      const plan = paidPlans.find((name) => name === part.slice(0, at));
      const link = URL.parse(part.slice(at + 1));
      if (plan === undefined || link?.protocol !== 'https:') {
        throw new RangeError('a list such as plus=https://…,enterprise=https://…');
      }
      return [plan, link.href];
    }),
  );
}

const limitNames = ['endpoints', 'requestsPerEndpoint', 'bytes', 'days'] as const;

/** JSON that overrides single numbers of the plans: `{"plus":{"endpoints":50}}`. */
export function plans(
  usual: Readonly<Record<PlanName, PlanLimits>>,
): (text: string) => Record<PlanName, PlanLimits> {
  return (text) => overriddenPlans(usual, text);
}

function overriddenPlans(
  usual: Readonly<Record<PlanName, PlanLimits>>,
  text: string,
): Record<PlanName, PlanLimits> {
  const overrides = jsonObject(text);
  const result = structuredClone(usual);
  for (const [planName, limits] of Object.entries(overrides)) {
    const plan = oneOf(planNames)(planName);
    for (const [limitName, value] of Object.entries(jsonObject(limits))) {
      const limit = limitNames.find((name) => name === limitName);
      if (limit === undefined || !Number.isSafeInteger(value) || Number(value) < 0) {
        throw new RangeError(`JSON whose plans have whole numbers for ${limitNames.join(', ')}`);
      }
      result[plan][limit] = Number(value);
    }
  }
  return result;
}

function jsonObject(source: unknown): object {
  let value = source;
  try {
    if (typeof source === 'string') value = JSON.parse(source);
  } catch {
    // The text itself is refused below.
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new RangeError('JSON such as {"plus":{"endpoints":50}}');
  }
  return value;
}
