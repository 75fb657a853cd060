// The bounds of one transaction: appends wait while it runs. The bytes bound it if bodies are large,
// since the pages of a body are visited one by one to be freed.
export const mostRowsAtOnce = 500;
export const mostBytesAtOnce = 16 * 1024 * 1024;

export const deleteCapture = 'delete from captured_request where id = ?';
export const octets = 'octet_length(body) + octet_length(headers) + octet_length(target)';
/** Once the last one is removed, the watermark tells that the endpoint has captured something. */
export const uncount = `update endpoint set capture_count = capture_count - ?1, capture_bytes = capture_bytes - ?2,
    cleared_through = case when cleared_through = 0 and capture_count = ?1
      then (select last_id from capture_log) else cleared_through end
  where id = ?3`;
