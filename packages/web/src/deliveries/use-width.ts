import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** The width of an element in whole pixels, 0 before the first layout. It renders again with every change. */
export function useWidth<Element extends HTMLElement>(): [RefObject<Element | null>, number] {
  const element = useRef<Element>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const measured = element.current;
    if (measured === null) return;
    setWidth(Math.floor(measured.clientWidth));
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined) setWidth(Math.floor(entry.contentRect.width));
    });
    observer.observe(measured);
    return () => observer.disconnect();
  }, []);
  return [element, width];
}
