import type { ReactNode } from 'react';

export interface NoticeProps {
  title: string;
  children: ReactNode;
}

/** A screen of a few sentences. */
export function Notice({ title, children }: NoticeProps) {
  return (
    <div className="m-auto flex max-w-md flex-col items-center gap-3 p-6 text-center">
      <h1 className="page-title">{title}</h1>
      {children}
    </div>
  );
}
