import { Buffer } from 'node:buffer';
import { load } from './load.ts';

/** A signed request as a sender's library takes it. */
export interface Given {
  body: string;
  url: string;
  header(name: string): string;
  /** All headers, by their names in lower case. */
  headers: Record<string, string>;
  secret: string;
}

/** Whether the sender's own library accepts a request; it may throw instead. */
export type LibraryCheck = (given: Given) => Promise<boolean>;

interface Webhook {
  Webhook: new (
    secret: string,
  ) => { verify(body: string, headers: Record<string, string>): unknown };
}

const standard =
  (file: string): LibraryCheck =>
  async ({ body, headers, secret }) => {
    const { Webhook } = await load<Webhook>(file);
    new Webhook(secret).verify(body, headers);
    return true;
  };

/** By the names of schemes. Everything that can be signed with the receiver's secret and has a library is here. */
export const libraryChecks: Readonly<Record<string, LibraryCheck>> = {
  'standard-webhooks': standard('standardwebhooks/dist/index.js'),
  gitlab: standard('standardwebhooks/dist/index.js'),
  svix: standard('svix/dist/index.mjs'),

  github: async ({ body, header, secret }) => {
    const { verify } = await load<{ verify(...texts: string[]): Promise<boolean> }>(
      '@octokit/webhooks-methods/dist-node/index.js',
    );
    return verify(secret, body, header('x-hub-signature-256'));
  },

  stripe: async ({ body, header, secret }) => {
    const { default: Stripe } = await import('stripe');
    new Stripe('sk_test_none').webhooks.constructEvent(body, header('stripe-signature'), secret);
    return true;
  },

  linear: async ({ body, header, secret }) => {
    interface Linear {
      LinearWebhookClient: new (
        secret: string,
      ) => { verify(body: Buffer, signature: string): boolean };
    }
    const { LinearWebhookClient } = await load<Linear>('@linear/sdk/dist/webhooks/index.mjs');
    return new LinearWebhookClient(secret).verify(Buffer.from(body), header('linear-signature'));
  },

  shopify: async ({ body, headers, secret }) => {
    await load('@shopify/shopify-api/dist/esm/adapters/node/index.mjs');
    interface Shopify {
      shopifyApi(options: object): {
        webhooks: { validate(request: object): Promise<{ valid: boolean }> };
      };
    }
    const { shopifyApi } = await load<Shopify>('@shopify/shopify-api/dist/esm/lib/index.mjs');
    const shopify = shopifyApi({
      ...{ apiKey: 'key', apiSecretKey: secret, hostName: 'shop.example', isEmbeddedApp: false },
      ...{ apiVersion: '2026-07', logger: { log: () => undefined } },
    });
    const named = {
      'x-shopify-shop-domain': 'shop.example',
      'x-shopify-api-version': '2026-07',
      ...headers,
    };
    const rawRequest = { method: 'POST', url: '/', headers: named };
    return (await shopify.webhooks.validate({ rawBody: body, rawRequest })).valid;
  },

  square: async ({ body, header, secret, url }) => {
    interface Square {
      WebhooksHelper: { verifySignature(request: object): Promise<boolean> };
    }
    const { WebhooksHelper } = await load<Square>('square/wrapper/WebhooksHelper.js');
    return WebhooksHelper.verifySignature({
      requestBody: body,
      signatureHeader: header('x-square-hmacsha256-signature'),
      signatureKey: secret,
      notificationUrl: url,
    });
  },

  paddle: async ({ body, header, secret }) => {
    interface Paddle {
      Paddle: new (
        key: string,
      ) => { webhooks: { isSignatureValid(...texts: string[]): Promise<boolean> } };
    }
    const { Paddle } = await load<Paddle>('@paddle/paddle-node-sdk/dist/cjs/index.cjs.node.js');
    return new Paddle('key').webhooks.isSignatureValid(body, secret, header('paddle-signature'));
  },

  razorpay: async ({ body, header, secret }) => {
    interface Razorpay {
      validateWebhookSignature(...texts: string[]): boolean;
    }
    const library = await load<Razorpay>('razorpay/dist/utils/razorpay-utils.js');
    return library.validateWebhookSignature(body, header('x-razorpay-signature'), secret);
  },

  slack: async ({ body, header, secret }) => {
    interface Slack {
      verifySlackRequest(options: object): void;
    }
    const library = await load<Slack>('@slack/bolt/dist/receivers/verify-request.js');
    library.verifySlackRequest({
      signingSecret: secret,
      body,
      headers: {
        'x-slack-signature': header('x-slack-signature'),
        'x-slack-request-timestamp': Number(header('x-slack-request-timestamp')),
      },
    });
    return true;
  },

  zoom: async ({ body, headers, secret }) => {
    interface Zoom {
      AwsLambdaReceiver: new (
        options: object,
      ) => {
        init(options: object): void;
        start(): (event: object, context: object) => Promise<{ statusCode: number }>;
      };
    }
    const { AwsLambdaReceiver } = await load<Zoom>('@zoom/rivet/users/users.mjs');
    const receiver = new AwsLambdaReceiver({ webhooksSecretToken: secret });
    receiver.init({ eventEmitter: { emit: async () => undefined } });
    const { statusCode } = await receiver.start()({ body, headers, isBase64Encoded: false }, {});
    return statusCode === 200;
  },

  twilio: async ({ body, header, headers, secret, url }) => {
    interface Twilio {
      getSignatureAlgorithm(header: string): string;
      validateRequest(...given: (string | object)[]): boolean;
      validateRequestWithBody(...texts: string[]): boolean;
    }
    const library = await load<Twilio>('twilio/lib/webhooks/webhooks.js');
    const signature = header('x-twilio-signature');
    const settings = header('x-twilio-webhooks-signature-settings');
    const algorithm = library.getSignatureAlgorithm(settings);
    if (headers['content-type'] === 'application/json')
      return library.validateRequestWithBody(secret, signature, url, body, algorithm);
    const values = Object.fromEntries(new URLSearchParams(body));
    return library.validateRequest(secret, signature, url, values, algorithm);
  },

  twitter: async ({ body, headers, secret }) => {
    interface Twitter {
      validateSignature(headers: object, auth: object, body: string): boolean;
    }
    const library = await load<Twitter>('twitter-autohook/index.js');
    return library.validateSignature(headers, { consumer_secret: secret }, body);
  },

  'hubspot-v3': async ({ body, header, secret, url }) => {
    interface HubSpot {
      Signature: { isValid(options: object): boolean };
    }
    const { Signature } = await load<HubSpot>('@hubspot/api-client/lib/src/utils/signature.js');
    return Signature.isValid({
      ...{ signatureVersion: 'v3', method: 'POST', url, requestBody: body, clientSecret: secret },
      signature: header('x-hubspot-signature-v3'),
      timestamp: Number(header('x-hubspot-request-timestamp')),
    });
  },

  contentful: async ({ body, headers, secret, url }) => {
    interface Contentful {
      verifyRequest(secret: string, request: object, seconds: number): boolean;
    }
    const library = await load<Contentful>('@contentful/node-apps-toolkit/lib/requests/index.cjs');
    const { pathname, search } = new URL(url);
    const request = { method: 'POST', path: pathname + search, headers, body };
    return library.verifyRequest(secret, request, 30);
  },

  notion: async ({ body, header, secret }) => {
    interface Notion {
      verifyWebhookSignature(options: object): Promise<boolean>;
    }
    const library = await load<Notion>('@notionhq/client/build/src/webhooks.js');
    const signature = header('x-notion-signature');
    return library.verifyWebhookSignature({ body, signature, verificationToken: secret });
  },
};
