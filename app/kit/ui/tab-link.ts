/** The look of a link in a row of tabs; the link says by `aria-current` whether it is the shown one. */
export const TAB_LINK =
  'inline-flex min-h-10 items-center border-b-2 border-transparent pointer-coarse:min-h-11 text-md font-medium text-muted -outline-offset-2 hover:text-ink aria-[current=page]:border-copper aria-[current=page]:text-ink'

/** The list of such links; wrapped on phones, so that none is out of sight. */
export const TAB_LIST = 'flex flex-wrap gap-x-5 sm:gap-x-6'
