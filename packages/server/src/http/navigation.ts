import type { FastifyRequest } from 'fastify';

/** Whether a browser asks for a page to show to somebody. Nobody is shown the addresses of the API. */
export function isNavigation({ method, url, headers }: FastifyRequest): boolean {
  if (!/^(GET|HEAD)$/.test(method) || /^\/(api|assets)(?=[/?#]|$)/.test(url)) return false;
  const destination = headers['sec-fetch-dest'];
  if (destination !== undefined && destination !== 'document') return false;
  return /(^|[,\s])text\/html\b/i.test(headers.accept ?? '');
}
