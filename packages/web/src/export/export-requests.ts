import { formatCount, plural } from '../ui/format.ts';
import { showProgress } from '../ui/progress-toast.ts';
import { saveFile } from '../ui/save-file.ts';
import { toast, toastFailure } from '../ui/toasts.tsx';
import { type Exported, type ExportFormat, writtenFile } from './written-file.ts';

/** Saves the requests as they were sent, newest first, as a file; says how many they are and whether there are more. */
export async function exportRequests(exported: Exported, format: ExportFormat): Promise<void> {
  const { signal, end } = showProgress(`Exporting as ${format.toUpperCase()}…`);
  try {
    const { file, count, isCut } = await writtenFile(exported, format, signal);
    const day = new Date().toISOString().slice(0, 10);
    if (count > 0) saveFile(file, `hookwell-${exported.endpoint ?? 'all'}-${day}.${format}`);
    toast({ text: endWords(count, isCut), tone: isCut ? 'problem' : 'plain' });
  } catch (error) {
    if (!signal.aborted) toastFailure('Could not export the requests', error);
  } finally {
    end();
  }
}

function endWords(count: number, isCut: boolean): string {
  if (count === 0) return 'No requests to export.';
  if (!isCut) return `Exported ${plural(count, 'request')}.`;
  return `Exported only the newest ${formatCount(count)}, the most that one export holds. The command "hookwell requests export" exports all.`;
}
