/** `before` of the last page, which is read from the end of the list. */
export const LIST_END = 'fin'

/** Where a page of a list begins: after a row, before a row or the end, or at the start. Rows are named by id. */
export type PageCursor = { after?: string | undefined; before?: string | undefined }
