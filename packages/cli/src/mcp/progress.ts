import type { ReportProgress } from './tool.ts';

/** The bounds of the time between two reports. */
const longestReportIntervalMs = 5000;
const shortestReportIntervalMs = 100;

/** Reports that it still waits, until it is stopped: more often during a short wait. */
export function keepReporting(
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
