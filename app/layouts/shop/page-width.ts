/** The shop's width and side margins. */
export const PAGE_WIDTH = 'page-width'
