import { operations } from '@hookwell/contract';
import type { FastifyPluginAsync } from 'fastify';
import type { Parts } from '../parts.ts';
import { readShippedFile } from '../shipped-files.ts';
import { describeApi } from './api-document.ts';
import { newNonce, pageHeaders } from './security-headers.ts';

/*
 * The page is Swagger UI, served as plain files with a start script of our own. The routes that its Fastify
 * plugin would add have inline settings and cannot name the credentials that they take. The package
 * `swagger-ui-dist` has the same files, but reports each installation to its makers.
 */
const script = new URL('static/swagger-ui-bundle.js', import.meta.resolve('@fastify/swagger-ui'));
const style = new URL('static/swagger-ui.css', import.meta.resolve('@fastify/swagger-ui'));

const page = (nonce: string) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Hookwell API</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" nonce="${nonce}" href="/docs/swagger-ui.css">
  </head>
  <body>
    <div id="swagger-ui"></div>
    <noscript>This page needs JavaScript. The description itself is at <a href="/api/openapi.json">/api/openapi.json</a>.</noscript>
    <script nonce="${nonce}" src="/docs/swagger-ui-bundle.js"></script>
    <script nonce="${nonce}" src="/docs/start.js"></script>
  </body>
</html>
`;

const start = `SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#swagger-ui',
  deepLinking: true,
  validatorUrl: null,
});
`;

/** `GET /api/openapi.json`, and a page at `/docs` that shows it and loads nothing from other hosts. */
export function apiDescription({ addresses }: Pick<Parts, 'addresses'>): FastifyPluginAsync {
  // Made at the first request, and again if a tunnel gave or took the address of the receive URLs.
  let description: Buffer | undefined;
  let describedBase: string | undefined;
  return async (app) => {
    app.route({
      ...operations.getApiDescription,
      handler: async (_request, reply) => {
        const receiveBaseUrl = addresses.receiveBase;
        if (description === undefined || describedBase !== receiveBaseUrl) {
          description = Buffer.from(JSON.stringify(describeApi({ receiveBaseUrl })));
          describedBase = receiveBaseUrl;
        }
        return reply.type('application/json; charset=utf-8').send(description);
      },
    });

    function serve(
      url: string,
      type: string,
      content: (nonce: string) => string | Promise<Buffer>,
    ): void {
      app.route({
        method: 'GET',
        url,
        config: { credentials: 'none' },
        handler: async (_request, reply) => {
          const nonce = newNonce();
          return reply
            .headers({
              ...pageHeaders({ addresses, nonce }),
              'content-security-policy': pagePolicy(nonce),
            })
            .type(`${type}; charset=utf-8`)
            .send(await content(nonce));
        },
      });
    }
    serve('/docs', 'text/html', page);
    serve('/docs/start.js', 'text/javascript', () => start);
    serve('/docs/swagger-ui-bundle.js', 'text/javascript', () => readShippedFile(script));
    serve('/docs/swagger-ui.css', 'text/css', () => readShippedFile(style));
  };
}

function pagePolicy(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    // Swagger UI's stylesheet has its icons inside.
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
