/** Bytes that a logo may have when it is sent. */
export const MAX_LOGO_BYTES = 2 * 1024 * 1024

/** Pixels that one of its sides must have, so that paper shows it sharp. */
export const MIN_LOGO_SIDE = 100

/** Pixels of the sheet that it is drawn within. */
export const LOGO_WIDTH = 600
export const LOGO_HEIGHT = 240
