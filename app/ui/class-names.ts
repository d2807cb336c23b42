/**
 * Joins the class names that are present. Pass only layout classes (margin, width, grid position) to a primitive's
 * `className`.
 */
export const classNames = (...parts: ReadonlyArray<string | false | null | undefined>): string =>
  parts.filter(Boolean).join(' ')

/** The style of text fields, textareas and selects. */
export const controlClass =
  'block w-full min-w-0 rounded-md border border-control bg-surface px-3.5 text-base text-ink transition-colors ' +
  'placeholder:text-muted hover:border-ink focus-visible:border-copper focus-visible:-outline-offset-1 ' +
  'aria-invalid:border-poor disabled:bg-sunken disabled:text-muted disabled:hover:border-control'
