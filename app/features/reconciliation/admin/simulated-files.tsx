import type { Month } from '#app/features/orders/sales-book.ts'
import { Alert } from '#app/kit/ui/alert.tsx'
import { ButtonLink } from '#app/kit/ui/button.tsx'

/** With simulated payments the simulated bank has the reports: to try what a shop with real ones does. */
export const SimulatedFiles = ({ month }: { month: Pick<Month, 'value' | 'name'> }) => (
  <Alert
    className="mb-6"
    title="Los pagos son simulados"
    actions={(['sales', 'settlement'] as const).map(source => (
      <ButtonLink
        key={source}
        size="sm"
        variant="secondary"
        reloadDocument
        to={`/admin/finance/reconciliation/simulated/${source}?mes=${month.value}`}
      >
        {source === 'sales' ? 'Ventas del banco simulado' : 'Abonos del banco simulado'}
      </ButtonLink>
    ))}
  >
    {`Descarga los archivos del banco simulado de ${month.name} y súbelos aquí, como harías con los del portal de Transbank.`}
  </Alert>
)
