import { formatPesos } from '#app/kernel/format.ts'
import type { Pesos } from '#app/kernel/money.ts'

type VatLineProps = { net: Pesos; vat: Pesos; className?: string | undefined }

/** What a total contains, below it: the sums above read downwards and add up without it (spec D46). */
export const VatLine = ({ net, vat, className }: VatLineProps) => (
  <p className={`text-right text-sm text-muted tabular-nums ${className ?? ''}`}>{includedVat(net, vat)}</p>
)

export const includedVat = (net: Pesos, vat: Pesos): string =>
  `Incluye IVA ${formatPesos(vat)} (neto ${formatPesos(net)})`
