/**
 * Joins the class names that are present. Pass only layout classes (margin, width, grid position) to a primitive's
 * `className`.
 */
export const classNames = (...parts: ReadonlyArray<string | false | null | undefined>): string =>
  parts.filter(Boolean).join(' ')

/** The style of text fields, textareas and selects. */
export const controlClass = 'control'
