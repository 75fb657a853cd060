import { type ReactNode, useId } from 'react';

interface SectionProps {
  title: string;
  explanation: string;
  children: ReactNode;
}

/** A part of the page of settings, below its title and a sentence or two about it. */
export function Section({ title, explanation, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 className="font-semibold" id={id}>
        {title}
      </h2>
      <p className="mt-0.5 mb-3 text-muted">{explanation}</p>
      {children}
    </section>
  );
}
