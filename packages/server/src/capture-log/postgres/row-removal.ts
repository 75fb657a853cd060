// The bounds of one transaction: captures of the same endpoints wait while it runs.
export const mostRowsAtOnce = 500;
export const mostBytesAtOnce = 16 * 1024 * 1024;

export const octets = 'octet_length(body) + octet_length(headers) + octet_length(target)';
