/** The type of an image, and its size in pixels if the first bytes have it. */
export interface ImageInfo {
  mediaType: string;
  width?: number;
  height?: number;
}

/** Recognises images that a browser can show in an `<img>`, but for SVG, which is text. */
export function imageInfo(bytes: Uint8Array): ImageInfo | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = latin1(bytes, 0, 16);
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return pngInfo(view);
  if (start.startsWith('GIF87a') || start.startsWith('GIF89a')) return gifInfo(view);
  if (start.startsWith('\xff\xd8\xff')) return jpegInfo(view);
  if (start.startsWith('RIFF') && start.slice(8, 12) === 'WEBP') return webpInfo(bytes, view);
  if (start.startsWith('BM') && bytes.length > 26) return bmpInfo(view);
  if (start.slice(4, 8) === 'ftyp' && /^(avif|avis)/.test(start.slice(8))) {
    return { mediaType: 'image/avif' };
  }
  if (start.startsWith('\0\0\x01\0') && bytes.length > 22) return { mediaType: 'image/x-icon' };
  return undefined;
}

function latin1(bytes: Uint8Array, from: number, to: number): string {
  return String.fromCharCode(...bytes.subarray(from, to));
}

function pngInfo(view: DataView): ImageInfo {
  if (view.byteLength < 24) return { mediaType: 'image/png' };
  return { mediaType: 'image/png', width: view.getUint32(16), height: view.getUint32(20) };
}

function gifInfo(view: DataView): ImageInfo {
  if (view.byteLength < 10) return { mediaType: 'image/gif' };
  return {
    mediaType: 'image/gif',
    width: view.getUint16(6, true),
    height: view.getUint16(8, true),
  };
}

function bmpInfo(view: DataView): ImageInfo {
  const height = Math.abs(view.getInt32(22, true));
  return { mediaType: 'image/bmp', width: view.getInt32(18, true), height };
}

/** Finds the size in the first frame header (ITU T.81, B.2.2), behind other segments. */
function jpegInfo(view: DataView): ImageInfo {
  const mediaType = 'image/jpeg';
  let position = 2;
  while (position + 9 < view.byteLength && view.getUint8(position) === 0xff) {
    const marker = view.getUint8(position + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) {
      return {
        mediaType,
        height: view.getUint16(position + 5),
        width: view.getUint16(position + 7),
      };
    }
    position += 2 + view.getUint16(position + 2);
  }
  return { mediaType };
}

function webpInfo(bytes: Uint8Array, view: DataView): ImageInfo {
  const mediaType = 'image/webp';
  if (bytes.length < 30) return { mediaType };
  switch (latin1(bytes, 12, 16)) {
    case 'VP8X':
      return { mediaType, width: 1 + uint24(view, 24), height: 1 + uint24(view, 27) };
    case 'VP8L': {
      const bits = view.getUint32(21, true);
      return { mediaType, width: 1 + (bits & 0x3fff), height: 1 + ((bits >> 14) & 0x3fff) };
    }
    default:
      return {
        mediaType,
        width: view.getUint16(26, true) & 0x3fff,
        height: view.getUint16(28, true) & 0x3fff,
      };
  }
}

function uint24(view: DataView, position: number): number {
  return view.getUint16(position, true) | (view.getUint8(position + 2) << 16);
}
