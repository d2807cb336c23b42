import type { ReactNode } from 'react'

type TwoLinesProps = { children: ReactNode; below: ReactNode }

/** What a cell says, and under it what says more; on phones one line, a point between them. */
export const TwoLines = ({ children, below }: TwoLinesProps) => (
  <>
    <span className="block card:inline">{children}</span>
    <span className="block text-sm text-muted card:inline card:text-md card:before:content-['_·_']">{below}</span>
  </>
)
