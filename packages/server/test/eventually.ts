/** Waits until the condition holds; fails after a minute with the last thing it saw. */
export async function eventually<Value>(
  look: () => Value | Promise<Value>,
  holds: (value: Value) => boolean = Boolean,
  deadlineMs = 60_000,
): Promise<Value> {
  const ends = Date.now() + deadlineMs;
  for (;;) {
    const value = await look();
    if (holds(value)) return value;
    if (Date.now() > ends) throw new Error(`still not so: ${JSON.stringify(value)}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
