import type { ReactNode } from 'react'

/** Text for assistive technology only. */
export const VisuallyHidden = ({ children }: { children: ReactNode }) => <span className="sr-only">{children}</span>
