import { classNames } from './class-names.ts'
import { Sheet, type SheetProps } from './sheet.tsx'

const sides = {
  right: 'sheet-right mr-0 ml-auto h-dvh max-h-none w-full max-w-[28rem] max-sm:max-w-none',
  left: 'sheet-left mr-auto ml-0 h-dvh max-h-none w-[calc(100%-3rem)] max-w-[22rem]',
  bottom: 'sheet-bottom mx-auto mt-auto mb-0 max-h-[88dvh] w-full max-w-2xl rounded-t-lg',
} as const

type DrawerProps = SheetProps & { side?: keyof typeof sides | undefined; className?: string | undefined }

/** A modal at an edge: right for a cart, left for navigation, bottom for filters on a phone. */
export function Drawer({ side = 'right', className, ...rest }: DrawerProps) {
  return <Sheet {...rest} className={classNames(sides[side], className)} />
}
