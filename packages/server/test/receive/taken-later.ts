/** Captures that are stored while the space is measured count twice until the next measurement. */
const nextMeasurementMs = 2500;

/** Whether a capture that was refused for want of space is taken once the space has been measured again. */
export async function isTakenLater(capture: () => Promise<{ status: number }>): Promise<boolean> {
  const ends = Date.now() + nextMeasurementMs;
  while (Date.now() < ends) {
    if ((await capture()).status === 200) return true;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return false;
}
