/** A request as a share shows it, whose secrets the service has hidden. */
export interface SharedRequest {
  method: string;
  /** Absent if it is hidden, or if there was none. */
  path?: string;
  headers: [name: string, value: string][];
  query: [name: string, value: string][];
  body: {
    contentType?: string;
    /** In bytes, as it was sent. */
    size: number;
    text?: string;
    form?: [name: string, value: string][];
  };
  receivedAt: string;
}
