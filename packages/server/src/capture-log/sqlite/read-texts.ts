import type { Connection } from '../../database/sqlite/connection.ts';
import type { PageQuery, RenderText, Scope, TextPage } from '../capture-log.ts';
import { anySize, noBody, readCapture } from './capture-rows.ts';
import { MergedCaptures } from './merged-captures.ts';
import type { TextBuffer } from './text-buffer.ts';

/** A page ends before the capture that would make its texts longer than this, near enough: they wait for sockets. */
const mostTextBytes = 256 * 1024;

/** One page of a scope as texts, read on one snapshot that ends with it. */
export function readTexts(
  connection: Connection,
  scope: Scope,
  query: PageQuery,
  { render, buffer }: { render: RenderText; buffer: TextBuffer },
): TextPage {
  return connection.read(() => {
    const { limit, maxBytes, withBody, largestBodyBytes = anySize } = query;
    const merged = new MergedCaptures(connection, scope, query);
    const page: Pick<TextPage, 'ids' | 'ends' | 'others'> = {
      ids: [],
      ends: [],
      others: [],
    };
    const ofBody = withBody ? largestBodyBytes : noBody;
    buffer.clear();
    for (let bytes = 0; page.ids.length < limit; ) {
      const id = merged.peek();
      if (id === undefined) break;
      const room = page.ids.length === 0 ? Number.POSITIVE_INFINITY : maxBytes - bytes;
      const read = readCapture(connection, id, { largestBodyBytes: ofBody, room });
      if (read === undefined || read === 'tooLarge') break;
      const text = render(read.capture, withBody ? 'full' : 'summary');
      if (buffer.length > 0 && buffer.length + (text?.length ?? 0) > mostTextBytes) break;
      merged.take();
      bytes += read.bytes;
      if (text === undefined) page.others.push(read.capture);
      else buffer.add(text);
      page.ids.push(id);
      page.ends.push(buffer.length);
    }
    return { ...page, texts: buffer.copy(), more: merged.peek() !== undefined };
  });
}
