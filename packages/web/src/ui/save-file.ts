const revokeAfterMs = 10_000;

/** Offers bytes as a file to save. They need a type that the browser never opens in the page. */
export function saveFile(file: Blob, fileName: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  // By then the browser has begun to save the file.
  setTimeout(() => URL.revokeObjectURL(address), revokeAfterMs);
}
