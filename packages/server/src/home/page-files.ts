import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname } from 'node:path';

/** A file of the first page, held in memory: there are a few and they are small. */
export interface PageFile {
  /** Where it is served: `/`, `/page.css`. */
  path: string;
  contentType: string;
  /** A strong validator (RFC 9110, 8.8.3), from the content. */
  etag: string;
  content: Buffer;
}

const folder = new URL('../../../web/public/', import.meta.url);

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
};

export async function readPageFiles(): Promise<PageFile[]> {
  const names = (await readdir(folder)).filter((name) => extname(name) in contentTypes);
  return await Promise.all(names.map(readPageFile));
}

async function readPageFile(name: string): Promise<PageFile> {
  const content = await readFile(new URL(name, folder));
  return {
    path: name === 'index.html' ? '/' : `/${name}`,
    contentType: contentTypes[extname(name)] ?? 'application/octet-stream',
    etag: `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`,
    content,
  };
}

/** Whether the `If-None-Match` of a request names this validator (RFC 9110, 13.1.2). */
export function isUnchanged(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch
    .split(',')
    .map((candidate) => candidate.trim())
    .some((candidate) => candidate === '*' || candidate.replace(/^W\//, '') === etag);
}
