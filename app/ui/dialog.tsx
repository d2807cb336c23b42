import type { ReactNode } from 'react'
import { Sheet, type SheetProps } from './sheet.tsx'

const widths = { sm: 'max-w-md', md: 'max-w-xl', lg: 'max-w-3xl' } as const

type DialogProps = SheetProps & { size?: keyof typeof widths | undefined }

/**
 * A modal in the middle of the screen; on phones it rises from the bottom edge. The title takes the focus unless something inside
 * carries `data-autofocus`. Put the buttons in `footer` inside a `DialogActions`.
 */
export function Dialog({ size = 'sm', ...rest }: DialogProps) {
  return (
    <Sheet
      {...rest}
      className={`m-auto max-h-[min(52rem,100dvh-2rem)] w-[calc(100%-2rem)] rounded-lg max-sm:mb-0 max-sm:w-full max-sm:max-w-none max-sm:rounded-b-none ${widths[size]}`}
    />
  )
}

/** The buttons of a dialog: main one at the right, full width and on top on phones. Write the main one last. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className="flex flex-col-reverse gap-2.5 sm:flex-row sm:justify-end">{children}</div>
}
