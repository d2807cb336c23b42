import type { MaterialKind } from '#app/features/catalogue/deliverables.ts'
import { formatInteger } from '#app/kernel/format.ts'

/** A material as a workshop's page lists it. */
export type ListedMaterial = {
  key: string
  title: string
  kind: MaterialKind
  /** Of its file, in bytes; null where it could not be made just now. */
  size: number | null
}

/** Where a material's file is. The id alone gives no access. */
export const materialPath = (accessId: string, key: string): string => `/taller/${accessId}/materiales/${key}`

/** `PDF, 48 kB`: what comes with a click, in thousands of bytes. */
export function fileText({ kind, size }: Pick<ListedMaterial, 'kind' | 'size'>): string {
  const format = kind === 'sheet' ? 'Excel' : 'PDF'
  return size === null ? format : `${format}, ${formatInteger(Math.max(1, Math.round(size / 1000)))} kB`
}
