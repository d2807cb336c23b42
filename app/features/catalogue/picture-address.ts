const SIZES = { wide: 1280, card: 640 } as const

/** Address of an uploaded picture in its larger size (1280 by 640): what `image_url` holds. */
export const pictureAddress = (id: string): string => `/pictures/${id}-${SIZES.wide}.webp`

/** The smaller one (640 by 320) and the larger one for `srcset`; undefined for a picture that was not uploaded here. */
export const pictureSources = (address: string): string | undefined =>
  address.startsWith('/pictures/') ? `${address.replace('-1280.', '-640.')} 640w, ${address} 1280w` : undefined

/** What an address of a picture asks for; undefined where it is none. */
export function readPictureName(name: string): { id: string; size: 'wide' | 'card' } | undefined {
  const [, id, width] = /^([0-9a-f]{32})-(1280|640)\.webp$/.exec(name) ?? []
  return id === undefined ? undefined : { id, size: width === '1280' ? 'wide' : 'card' }
}
