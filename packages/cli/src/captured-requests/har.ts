import type { ExactRequest } from '@hookwell/client';
import * as archives from '@hookwell/client/archives';

// An import would load all that `node:http` exports, and with it `fetch`: 8 MiB for each command that starts.
const { STATUS_CODES } = process.getBuiltinModule('node:http');

/** One entry of an archive, with the words of its status. */
export function harEntry(request: ExactRequest, receiveBaseUrl: string): object {
  return archives.harEntry(request, receiveBaseUrl, (status) => STATUS_CODES[status] ?? '');
}
