import { useEffect, useState } from 'react';
import { Button } from '../../ui/controls.tsx';
import { ImageIcon } from '../../ui/part-icons.tsx';
import type { ImageInfo } from './body-kind.ts';

interface ImageViewProps {
  image: ImageInfo;
  bytes: Uint8Array<ArrayBuffer>;
  /** Whether the body is cut off. A part of an image is not shown. */
  isCut: boolean;
}

/** An image that is shown when the user asks for it. In an `<img>` it can run and load nothing. */
export function ImageView({ image, bytes, isCut }: ImageViewProps) {
  const [isShown, setShown] = useState(false);
  const { mediaType, width, height } = image;
  const size = width === undefined || height === undefined ? '' : `, ${width} × ${height} pixels`;
  return (
    <div className="flex h-full flex-col items-center gap-3 overflow-auto p-4">
      <p className="text-muted">
        {mediaType}
        {size}
      </p>
      {isCut && (
        <p className="text-muted">The image can be shown once all of the body is loaded.</p>
      )}
      {!isCut && !isShown && (
        <Button onClick={() => setShown(true)}>
          <ImageIcon />
          Show image
        </Button>
      )}
      {!isCut && isShown && <ShownImage bytes={bytes} mediaType={mediaType} />}
    </div>
  );
}

function ShownImage({ bytes, mediaType }: { bytes: Uint8Array<ArrayBuffer>; mediaType: string }) {
  const address = useBlobAddress(bytes, mediaType);
  const [size, setSize] = useState<string>();
  if (size === 'broken') return <p className="text-danger">The browser cannot show this image.</p>;
  return (
    <figure className="flex flex-col items-center gap-2">
      {address !== undefined && (
        <img
          alt="Content of the body"
          className="max-w-full border border-line bg-[repeating-conic-gradient(var(--raised)_0_25%,var(--surface)_0_50%)] bg-size-[16px_16px]"
          onError={() => setSize('broken')}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
            setSize(`${naturalWidth} × ${naturalHeight}`)
          }
          src={address}
        />
      )}
      <figcaption className="text-xs text-muted">
        {size !== undefined && `Shown: ${size} pixels`}
      </figcaption>
    </figure>
  );
}

/** Makes an address for the bytes that lasts as long as the component. */
function useBlobAddress(bytes: Uint8Array<ArrayBuffer>, mediaType: string): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([bytes], { type: mediaType }));
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [bytes, mediaType]);
  return address;
}
