import type { Mode } from '#app/platform/database/schema.ts'

/** How a buyer reads the mode of an item. */
export const MODE_LABELS: Record<Mode, string> = { self: 'Individual', business: 'Empresa' }
