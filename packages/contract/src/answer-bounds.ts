/** The most bytes of the body of a listener's answer. */
export const mostAnswerBodyBytes = 1024 * 1024;
/** The longest time that senders wait for a listener, in milliseconds. */
export const longestAnswerWaitMs = 25_000;
