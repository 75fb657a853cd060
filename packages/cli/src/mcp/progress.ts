import type { ReportProgress, ToolCall } from './tool.ts';

/** The bounds of the time between two reports. */
const longestReportIntervalMs = 5000;
const shortestReportIntervalMs = 100;

/** The wait of a tool. */
interface ReportedWait {
  /** Its longest time: without reports clients give a silent tool up. */
  seconds: number;
  stopReporting: () => Promise<void>;
}

/** Begins to wait for so long, if the client may be told that the tool still does, else for no longer than it may be silent. */
export function beginWait(
  timeoutSeconds: number,
  { report, longestSilenceSeconds }: Pick<ToolCall, 'report' | 'longestSilenceSeconds'>,
): ReportedWait {
  const seconds =
    report === undefined ? Math.min(timeoutSeconds, longestSilenceSeconds) : timeoutSeconds;
  return { seconds, stopReporting: keepReporting(seconds, report) };
}

/** Reports that it still waits, until it is stopped: more often during a short wait. */
function keepReporting(
  totalSeconds: number,
  report: ReportProgress | undefined,
): () => Promise<void> {
  if (report === undefined) return async () => {};
  const began = performance.now();
  let told = Promise.resolve();
  const tell = () => {
    const progress = Math.round((performance.now() - began) / 100) / 10;
    if (progress >= totalSeconds) return;
    told = report({
      progress,
      total: totalSeconds,
      message: `Waiting for ${progress} of ${totalSeconds} s`,
    });
  };
  const tenthMs = totalSeconds * 100;
  const intervalMs = Math.min(longestReportIntervalMs, Math.max(shortestReportIntervalMs, tenthMs));
  const timer = setInterval(tell, intervalMs);
  return async () => {
    clearInterval(timer);
    await told;
  };
}
