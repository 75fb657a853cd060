import { defaultPlans, type PlanName, planNames, plansWithoutSales } from '@hookwell/core/api';
import { xHeaderChoices } from '@hookwell/core/api/settings-names';
import * as read from './config-values.ts';

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/** The programs that make a tunnel: see `tunnel/tunnel.ts`. */
export const tunnelNames = ['cloudflared', 'tailscale'] as const;
export type TunnelName = (typeof tunnelNames)[number];

/** All settings of the operator, validated once at the start. */
export type Config = ReturnType<typeof parseConfig>;

export type Environment = Readonly<Record<string, string | undefined>>;

/** A wrong setting, which prevents the start. The message is one line and names the variable. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/**
 * Reads the settings from the environment. Unset and empty variables take their default.
 * @throws {ConfigError} if a value is wrong, or a variable that begins with HOOKWELL_ is unknown
 */
export function parseConfig(environment: Environment) {
  const known = new Set<string>();

  function setting<Value, Default>(
    name: string,
    parse: (text: string) => Value,
    fallback: Default,
  ): Value | Default {
    known.add(name);
    const text = environment[name];
    if (text === undefined || text === '' || isInjectedByKubernetes(name, text)) return fallback;
    try {
      return parse(text);
    } catch (error) {
      if (error instanceof RangeError) throw new ConfigError(`${name} must be ${error.message}`);
      throw error;
    }
  }

  const text = (value: string): string => value;
  const port = read.wholeNumber(0, 65_535);

  /** Its settings come together or not at all; `HOOKWELL_OIDC_ALLOW` may be left out. */
  function oidc() {
    const issuer = setting('HOOKWELL_OIDC_ISSUER', read.issuer, undefined);
    const clientId = setting('HOOKWELL_OIDC_CLIENT_ID', text, undefined);
    const clientSecret = setting('HOOKWELL_OIDC_CLIENT_SECRET', text, undefined);
    /** Who is let in; undefined for everybody whom the provider lets in. */
    const allow = setting('HOOKWELL_OIDC_ALLOW', read.allowed, undefined);
    if (issuer !== undefined && clientId !== undefined && clientSecret !== undefined)
      return { issuer, clientId, clientSecret, allow };
    const needed = Object.entries({
      HOOKWELL_OIDC_ISSUER: issuer,
      HOOKWELL_OIDC_CLIENT_ID: clientId,
      HOOKWELL_OIDC_CLIENT_SECRET: clientSecret,
    });
    const [missing] = needed.find(([, value]) => value === undefined) ?? [];
    if (allow === undefined && needed.every(([, value]) => value === undefined)) return undefined;
    throw new ConfigError(`${missing} must be set beside the other settings of single sign-on`);
  }

  const paymentWebhookSecrets = setting('HOOKWELL_PAYMENT_WEBHOOK_SECRETS', read.list, []);
  const checkoutLinks = setting(
    'HOOKWELL_CHECKOUT_LINKS',
    read.checkoutLinks,
    new Map<PlanName, string>(),
  );
  const sellsPlans = paymentWebhookSecrets.length > 0 || checkoutLinks.size > 0;
  const usualPlans = sellsPlans ? defaultPlans : plansWithoutSales;

  const config = {
    host: setting('HOOKWELL_HOST', text, '127.0.0.1'),
    /** 0 stands for any free port. */
    port: setting('HOOKWELL_PORT', port, undefined) ?? setting('PORT', port, 8080),
    /** Public address of API and dashboard, without a trailing slash; by default made of host and port. */
    baseUrl: setting('HOOKWELL_BASE_URL', read.origin, undefined),
    /** Public address of the receive URLs; by default the base URL. */
    receiveBaseUrl: setting('HOOKWELL_RECEIVE_BASE_URL', read.origin, undefined),
    /** The program that gives the receive URLs an address in the internet. */
    tunnel: setting('HOOKWELL_TUNNEL', read.oneOf(tunnelNames), undefined),
    databaseUrl: setting('HOOKWELL_DATABASE_URL', read.databaseUrl, 'sqlite:./data/hookwell.db'),
    /** The keys of the endpoints' secrets, 32 bytes each; the first one encrypts. See `secrets/`. */
    secretsKeys: setting<readonly Buffer[], []>('HOOKWELL_SECRETS_KEY', read.secretsKeys, []),
    signupPlan: setting(
      'HOOKWELL_SIGNUP_PLAN',
      read.oneOf(planNames),
      sellsPlans ? 'free' : 'plus',
    ),
    /** Whether plans are for sale here. */
    sellsPlans,
    paymentWebhookSecrets,
    /** In lower case. */
    paymentSignatureHeader: setting(
      'HOOKWELL_PAYMENT_SIGNATURE_HEADER',
      read.headerName,
      'payment-signature',
    ),
    matchPaymentEmail: setting('HOOKWELL_MATCH_PAYMENT_EMAIL', read.trueOrFalse, false),
    pricePlans: setting('HOOKWELL_PRICE_PLANS', read.pricePlans, new Map<string, PlanName>()),
    checkoutLinks,
    plans: setting('HOOKWELL_PLANS', read.plans(usualPlans), usualPlans),
    /** Whether accounts may be registered and entered by a password. */
    passwordLogin: setting('HOOKWELL_PASSWORD_LOGIN', read.oneOf(['on', 'off']), 'on') === 'on',
    /** The identity provider of single sign-on. */
    oidc: oidc(),
    /** Guest, log-in and registration attempts a minute for each address; 0 stands for no limit. */
    authRateLimit: setting('HOOKWELL_AUTH_RATE_LIMIT', read.wholeNumber(0), 60),
    /** Captures a second for each endpoint on this node. */
    receiveRateLimit: setting('HOOKWELL_RECEIVE_RATE_LIMIT', read.wholeNumber(1), undefined),
    /** Live streams that an account may have open on this node. */
    streamsPerAccount: setting('HOOKWELL_STREAMS_PER_ACCOUNT', read.guestAndRegistered, {
      guest: 20,
      registered: 200,
    }),
    maxBodyBytes: setting(
      'HOOKWELL_MAX_BODY_BYTES',
      read.wholeNumber(1, 256 * 1024 * 1024),
      25 * 1024 * 1024,
    ),
    maxStoreBytes: setting('HOOKWELL_MAX_STORE_BYTES', read.wholeNumber(1), undefined),
    /** Addresses and CIDR ranges. */
    trustedProxies: setting('HOOKWELL_TRUSTED_PROXIES', read.proxies, []),
    metricsToken: setting('HOOKWELL_METRICS_TOKEN', text, undefined),
    /** What is done with X- headers of endpoints whose settings say nothing. */
    xHeaders: setting('HOOKWELL_X_HEADERS', read.oneOf(xHeaderChoices), 'drop'),
    /** A file that exists while the server is ready; see `ready-file.ts`. */
    readyFile: setting('HOOKWELL_READY_FILE', text, undefined),
    /** A file of accounts, keys and endpoints that the server makes at every start; see `seed/`. */
    seedFile: setting('HOOKWELL_SEED_FILE', text, undefined),
    logLevel: setting('HOOKWELL_LOG_LEVEL', read.oneOf(logLevels), 'info'),
  };
  refuseUnknown(environment, known);
  if (config.tunnel !== undefined && config.receiveBaseUrl !== undefined) {
    throw new ConfigError(
      'HOOKWELL_RECEIVE_BASE_URL must not be set beside a tunnel (HOOKWELL_TUNNEL, serve --tunnel), which gives that address',
    );
  }
  if (!config.passwordLogin && config.oidc === undefined) {
    throw new ConfigError(
      'HOOKWELL_PASSWORD_LOGIN must be on where there is no single sign-on (HOOKWELL_OIDC_ISSUER): nobody could log in',
    );
  }
  return config;
}

/** Kubernetes describes a service named `hookwell` in variables of every container beside it. */
function isInjectedByKubernetes(name: string, value: string): boolean {
  return (
    /^HOOKWELL_(SERVICE|PORT)_/.test(name) ||
    (name === 'HOOKWELL_PORT' && value.startsWith('tcp://'))
  );
}

/** Variables of the command and of tests. */
const forOthers = /^HOOKWELL_(URL|API_KEY|TEST_.*)$/;

function refuseUnknown(environment: Environment, known: ReadonlySet<string>): void {
  for (const [name, value] of Object.entries(environment)) {
    if (!name.startsWith('HOOKWELL_') || known.has(name) || forOthers.test(name)) continue;
    if (isInjectedByKubernetes(name, value ?? '')) continue;
    throw new ConfigError(`${name} is not a setting of Hookwell`);
  }
}
