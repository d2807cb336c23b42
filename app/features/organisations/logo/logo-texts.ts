import { MIN_LOGO_SIDE } from '#app/platform/pictures/logo-limits.ts'
import type { LogoFailure } from '#app/platform/pictures/make-logo.server.ts'
import type { UploadFailure } from '#app/platform/uploads/upload-reader.server.ts'

export const LOGO_TOO_LARGE = 'La imagen pesa más de 2 MB: elige una más liviana'

const NOT_A_PICTURE = 'Ese archivo no es una imagen PNG, JPG o WebP, o está dañado'

/** Why a logo was refused, and what to do. */
export const LOGO_PROBLEMS: Readonly<Record<LogoFailure['code'] | UploadFailure['code'], string>> = {
  too_large: LOGO_TOO_LARGE,
  not_a_picture: NOT_A_PICTURE,
  too_many_pixels: 'La imagen tiene más de 24 millones de píxeles: redúcela antes de subirla',
  too_small: `La imagen es muy pequeña: debe medir al menos ${MIN_LOGO_SIDE} píxeles de ancho o de alto`,
  unseen: 'Esa imagen no se ve sobre blanco: sube la versión del logo para fondos claros',
  unreadable: NOT_A_PICTURE,
  busy: 'Todavía estamos leyendo otros archivos: espera unos segundos y vuelve a enviarla',
}
