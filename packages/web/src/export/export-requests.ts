import { formatCount, plural } from '../ui/format.ts';
import { saveFile } from '../ui/save-file.ts';
import { toast, toastFailure } from '../ui/toasts.ts';
import { type Exported, type ExportFormat, writtenFile } from './written-file.ts';

/** The message about a running export stays until it ends. */
const longestExportMs = 86_400_000;

/** Saves the requests as they were sent, newest first, as a file; says how many they are and whether there are more. */
export async function exportRequests(exported: Exported, format: ExportFormat): Promise<void> {
  const stopped = new AbortController();
  const endMessage = toast({
    text: `Exporting as ${format.toUpperCase()}…`,
    action: { label: 'Stop', run: () => stopped.abort() },
    durationMs: longestExportMs,
  });
  try {
    const { file, count, isCut } = await writtenFile(exported, format, stopped.signal);
    const day = new Date().toISOString().slice(0, 10);
    if (count > 0) saveFile(file, `hookwell-${exported.endpoint ?? 'all'}-${day}.${format}`);
    toast({ text: endWords(count, isCut), tone: isCut ? 'problem' : 'plain' });
  } catch (error) {
    if (!stopped.signal.aborted) toastFailure('Could not export the requests', error);
  } finally {
    endMessage();
  }
}

function endWords(count: number, isCut: boolean): string {
  if (count === 0) return 'No requests to export.';
  if (!isCut) return `Exported ${plural(count, 'request')}.`;
  return `Exported only the newest ${formatCount(count)}, the most that one export holds. The command "hookwell requests export" exports all.`;
}
