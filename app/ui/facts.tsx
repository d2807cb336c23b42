import type { ReactNode } from 'react'

/** Things that are known, each under its name. */
export const Facts = ({ children }: { children: ReactNode }) => <dl className="grid gap-3 text-md">{children}</dl>

export const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt className="text-sm text-muted">{label}</dt>
    <dd className="tabular-nums wrap-anywhere">{children}</dd>
  </div>
)
