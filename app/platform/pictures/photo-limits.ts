/** Bytes that a picture may have when it is sent. */
export const MAX_PHOTO_BYTES = 8 * 1024 * 1024

/** Pixels that it must have, so that a card shows it sharp. */
export const MIN_WIDTH = 640
export const MIN_HEIGHT = 320
