import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../api-error.ts';
import { accountIdForm } from '../http/credentials.ts';
import { isNavigation, isUnchanged } from '../http/header-values.ts';
import {
  newNonce,
  pageHeaders,
  resendPageHeaders,
  sharePageHeaders,
} from '../http/security-headers.ts';
import type { Parts } from '../parts.ts';
import { type ShareLookUps, sharedHeaders } from '../shares/public.ts';
import {
  builtDashboard,
  type DashboardFile,
  type Representation,
  readDashboard,
} from './served-files.ts';

/** The addresses of the dashboard that can be opened directly; the browser decides about their content. */
const pageAddresses: Readonly<Record<string, readonly string[]>> = {
  'index.html': [
    '/',
    '/endpoints/:token',
    '/endpoints/:token/requests/:id',
    '/endpoints/:token/settings',
    '/endpoints/:token/deliveries',
    '/endpoints/:token/events',
    '/endpoints/:token/refusals',
    '/all',
    '/all/requests/:id',
    '/compare/:a/:b',
    '/login',
    '/register',
    '/handoff',
    '/join',
    '/join/:secret',
    '/team',
    '/audit',
    '/account',
    '/keys',
    '/plan',
  ],
  'resend.html': ['/resend'],
  'docs/reference.html': ['/docs'],
};

const sharePage = 'share.html';

const headersOfPage: ReadonlyMap<string, typeof pageHeaders> = new Map([
  ['resend.html', resendPageHeaders],
  [sharePage, sharePageHeaders],
]);

type Handler = (request: FastifyRequest, reply: FastifyReply) => FastifyReply;

/** The same page for a team. */
const ofTeam = (address: string) => `/t/:team${address}`;

/**
 * Serves the dashboard and the documentation: pages at their addresses and the files that these load, each at an address of
 * its own, which are all read at the start. No address is ever made into a path, so none can lead elsewhere.
 */
export function homeRoutes(
  parts: Pick<Parts, 'addresses'>,
  shares: ShareLookUps,
  folder: URL = builtDashboard,
): FastifyPluginAsyncTypebox {
  return async (app) => {
    const files = await readDashboard(folder);

    for (const [name, addresses] of Object.entries(pageAddresses)) {
      const page = files?.find((file) => file.name === name);
      const answered: Handler = (request, reply) =>
        page === undefined ? answerNotBuilt(reply) : answer(page, request, reply);
      const ofTeams = [...addresses.map(ofTeam), ...(name === 'index.html' ? ['/t/:team'] : [])];
      for (const address of addresses) add(address, answered);
      // The documentation is the same for every account.
      if (addresses.includes('/docs')) continue;
      for (const address of ofTeams) add(address, unlessNoTeam(answered));
    }
    addSharePage(files?.find((file) => file.name === sharePage));
    for (const file of files ?? []) {
      if (file.name !== sharePage && !(file.name in pageAddresses))
        add(addressOf(file), (...call) => answer(file, ...call));
    }

    const page = files?.find((file) => file.name === 'index.html');
    // The dashboard says that it has no such page; programs get the usual answer.
    app.unknownAddress.page = (request, reply) =>
      page === undefined || !isNavigation(request)
        ? undefined
        : sendPage(page, request, reply.code(404).header('vary', 'accept, sec-fetch-dest'));

    /** The same document for every share, without anything that is shown: where none lives, browsers get it with 404 and say so. */
    function addSharePage(page: DashboardFile | undefined): void {
      app.route<{ Params: { secret: string } }>({
        method: 'GET',
        url: '/s/:secret',
        config: { credentials: 'none', isPage: true },
        onRequest: async (_request, reply) => void reply.headers(sharedHeaders),
        handler: async (request, reply) => {
          try {
            await shares.read(request, reply, () => shares.find(request, request.params.secret));
          } catch (error) {
            const isGone = error instanceof ApiError && error.code === 'notFound';
            if (!isGone || page === undefined || !isNavigation(request)) throw error;
            reply.code(404);
          }
          if (page === undefined) return answerNotBuilt(reply);
          sendPage(page, request, reply.header('vary', 'accept, sec-fetch-dest'), sharedHeaders);
          return reply;
        },
      });
    }

    /** What cannot be the id of a team is as unknown as any other address. */
    function unlessNoTeam(handler: Handler): Handler {
      return (request, reply) => {
        const { team }: { team?: unknown } = Object(request.params);
        if (accountIdForm.test(String(team))) return handler(request, reply);
        const unknown = app.unknownAddress.page?.(request, reply);
        if (unknown === undefined) throw new ApiError('notFound');
        return unknown;
      };
    }

    function add(url: string, handler: Handler): void {
      app.route({ method: 'GET', url, config: { credentials: 'none' }, handler });
    }
  };

  function answer(file: DashboardFile, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    if (file.aroundNonces !== undefined) return sendPage(file, request, reply);
    const { 'accept-encoding': accepted, 'if-none-match': known } = request.headers;
    const { coding, content, etag } = chooseRepresentation(
      file.representations,
      accepted?.toString(),
    );
    reply.headers({
      // A worker has the policy of its own file, not that of the page.
      ...pageHeaders({ addresses: parts.addresses }),
      'cache-control': cacheControl(file),
      vary: 'accept-encoding',
      etag,
    });
    if (isUnchanged(known, etag)) return reply.code(304).send();
    if (coding !== undefined) reply.header('content-encoding', coding);
    return reply.type(file.contentType).send(content);
  }

  /** A page has another nonce in each response, so it is neither compressed before nor unchanged. */
  function sendPage(
    { name, contentType, aroundNonces = [] }: DashboardFile,
    { routeOptions, headers: { host } }: FastifyRequest,
    reply: FastifyReply,
    further: Readonly<Record<string, string>> = {},
  ): FastifyReply {
    const nonce = newNonce();
    return reply
      .headers({
        ...(headersOfPage.get(name) ?? pageHeaders)({ addresses: parts.addresses, nonce, host }),
        // The address is an invitation, until the page takes it out.
        ...(routeOptions.url === '/join/:secret' && { 'referrer-policy': 'no-referrer' }),
        'cache-control': 'no-cache',
        ...further,
      })
      .type(contentType)
      .send(aroundNonces.join(nonce));
  }

  function answerNotBuilt(reply: FastifyReply): FastifyReply {
    return reply
      .code(503)
      .headers({
        ...pageHeaders({ addresses: parts.addresses, nonce: newNonce() }),
        'cache-control': 'no-store',
      })
      .type('text/html; charset=utf-8')
      .send(notBuiltPage);
  }
}

/** The pages of the documentation have addresses without an ending. */
function addressOf({ name }: DashboardFile): string {
  return `/${name.startsWith('docs/') ? name.replace(/\.html$/, '') : name}`;
}

/**
 * The names of the files below `assets/` have a hash of their content: they never change. All else is asked
 * for again each time and answered 304, so that a new version shows at once.
 */
function cacheControl(file: DashboardFile): string {
  return file.name.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
}

/** The page in place of a dashboard that was never built: the server was not started by `npm start`. */
const notBuiltPage = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>Hookwell</title>
  </head>
  <body>
    <h1>Hookwell is running, but its dashboard is not built</h1>
    <p>Run <code>npm run build</code> in the folder of Hookwell, then start the server again. <code>npm start</code> does both.</p>
    <p>Receive URLs and the API work: <a href="/api/openapi.json">the API is described here</a>.</p>
  </body>
</html>
`;

/** The first representation that the `Accept-Encoding` of a request allows (RFC 9110, 12.5.3). */
function chooseRepresentation(
  representations: readonly Representation[],
  acceptEncoding: string | undefined,
): Representation {
  const weights = weightsOf(acceptEncoding ?? '');
  const chosen =
    representations.find(
      ({ coding }) => coding === undefined || (weights.get(coding) ?? weights.get('*') ?? 0) > 0,
    ) ?? representations.at(-1);
  if (chosen === undefined) throw new Error('A file has no representation');
  return chosen;
}

/** `gzip, br;q=0` as coding and weight. */
function weightsOf(acceptEncoding: string): Map<string, number> {
  return new Map(
    acceptEncoding.split(',').map((item) => {
      const [coding = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
      const weight = parameters.find((parameter) => parameter.startsWith('q='));
      return [coding, weight === undefined ? 1 : Number(weight.slice(2)) || 0];
    }),
  );
}
