import type { FastifyReply } from 'fastify';
import { sendJson } from '../http/serialization.ts';
import { Refusal } from '../refusal.ts';
import type { VersionedDocument } from './settings.ts';

/**
 * Sends a document, with its version as the ETag.
 * @throws {Refusal} `notFound` if there is no endpoint any more
 */
export function sendVersioned(
  reply: FastifyReply,
  found: VersionedDocument | undefined,
): FastifyReply {
  if (found === undefined) throw new Refusal('notFound');
  return sendJson(reply.header('etag', `"${found.version}"`), found.document);
}
