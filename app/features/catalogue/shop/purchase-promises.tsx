import Check from 'lucide-react/icons/check'
import { countOf } from '#app/kernel/format.ts'

/** What holds for every purchase. @param accessDays for which accesses can be used. */
export default function PurchasePromises({ accessDays }: { accessDays: number }) {
  return (
    <ul className="mt-4 grid gap-1.5 text-sm text-muted">
      {[
        'Boleta o factura',
        `Acceso por ${countOf(accessDays, 'día', 'días')} desde la compra`,
        'Sin suscripción: pagas una sola vez',
      ].map(text => (
        <li key={text} className="flex items-center gap-2">
          <Check aria-hidden="true" className="size-4 flex-none text-good" />
          <span>{text}</span>
        </li>
      ))}
    </ul>
  )
}
